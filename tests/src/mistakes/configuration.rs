//! Random configurations without mistakes.

use super::item::Item;
use crate::random::Random;

const UPSTREAMS: [&str; 5] = ["api", "web", "auth", "files", "mail"];
const SERVERS: [&str; 4] = ["public", "admin", "health", "static"];

pub(super) fn configuration(random: &mut Random) -> Vec<Item> {
    let count = 2 + random.below(UPSTREAMS.len() - 1);
    let mut items = vec![
        Item::attr("region", *random.pick(&["\"eu\"", "local.zone", "upper(var.zone)"])),
        Item::attr("ports", format!("[80, {}, shifted(2)]", port(random, count))),
        Item::attr("tags", format!("{{ zone = local.zone, env = {} }}", string(random, count))),
    ];
    if random.percent(50) {
        let attributes = vec![Item::attr("cert", "\"a.pem\""), Item::attr("key", "\"a.key\"")];
        items.push(Item::block("tls", attributes));
    }
    items.extend(names(random));
    for name in &UPSTREAMS[..count] {
        items.push(Item::block(format!("upstream \"{name}\""), upstream(random)));
    }
    if random.percent(60) {
        items.push(generated());
    }
    for name in &SERVERS[..1 + random.below(SERVERS.len())] {
        items.push(Item::block(format!("server \"{name}\""), server(random, count)));
    }
    for position in (1..items.len()).rev() {
        items.swap(position, random.below(position + 1));
    }
    items
}

/// Returns the blocks that define names.
fn names(random: &mut Random) -> Vec<Item> {
    let variable = |name: &str, ty: &str, default: &str| {
        let attributes = vec![Item::attr("type", ty), Item::attr("default", default)];
        Item::block(format!("variable \"{name}\""), attributes)
    };
    let function = vec![
        Item::attr("params", "[n]"),
        Item::attr("result", *random.pick(&["n + 8000", "max(n, 1) + 8000"])),
    ];
    vec![
        variable("base", "number", "8000"),
        variable("zone", "string", "\"eu\""),
        variable("services", "map(number)", "{ blog = 81, wiki = 82 }"),
        Item::block("function \"shifted\"", function),
        Item::block(
            "locals",
            vec![
                Item::attr("zone", "lower(var.zone)"),
                Item::attr("offset", "shifted(1) - 8000"),
                Item::attr("first", "local.offset + var.base"),
                Item::attr("names", "[\"a\", local.zone, \"c\"]"),
            ],
        ),
    ]
}

fn upstream(random: &mut Random) -> Vec<Item> {
    let mut items = vec![
        Item::attr("host", *random.pick(&["\"10.0.0.1\"", "\"${local.zone}.example.org\""])),
        Item::attr("port", *random.pick(&["8080", "var.base + 80", "local.first", "shifted(80)"])),
    ];
    if random.percent(50) {
        items.push(Item::attr("weight", "local.offset"));
    }
    if random.percent(50) {
        items.push(Item::attr("endpoint", "{ address = local.zone, limit = 3 }"));
    }
    items
}

fn generated() -> Item {
    let content =
        vec![Item::attr("host", "\"${upstream.key}.org\""), Item::attr("port", "upstream.value")];
    let items = vec![
        Item::attr("for_each", "var.services"),
        Item::attr("labels", "[upstream.key]"),
        Item::block("content", content),
    ];
    Item::block("dynamic \"upstream\"", items)
}

fn server(random: &mut Random, upstreams: usize) -> Vec<Item> {
    let mut items = vec![
        Item::attr("listen", format!("[443, {}]", port(random, upstreams))),
        Item::attr("target", string(random, upstreams)),
        Item::attr("when", "local.offset > 0 && request.method != \"TRACE\""),
    ];
    if random.percent(50) {
        items.push(Item::attr("retries", "local.offset + 1"));
    }
    if random.percent(50) {
        let value = string(random, upstreams);
        items.push(Item::block("headers", vec![Item::attr("x-zone", value)]));
    }
    for index in 0..random.below(3) {
        let route = vec![
            Item::attr("target", string(random, upstreams)),
            Item::attr("methods", *random.pick(&["[\"get\"]", "[\"get\", \"post\"]"])),
        ];
        items.push(Item::block(format!("route \"/{index}\""), route));
    }
    items
}

fn port(random: &mut Random, upstreams: usize) -> String {
    let upstream = UPSTREAMS[random.below(upstreams)];
    match random.below(4) {
        0 => "local.first".to_owned(),
        1 => "var.base".to_owned(),
        _ => format!("upstream.{upstream}.port"),
    }
}

fn string(random: &mut Random, upstreams: usize) -> String {
    let upstream = UPSTREAMS[random.below(upstreams)];
    match random.below(4) {
        0 => "local.names[1]".to_owned(),
        1 => format!("upstream.{upstream}.host"),
        _ => format!("\"${{upstream.{upstream}.host}}:${{upstream.{upstream}.port}}\""),
    }
}
