//! Random configurations without mistakes.

use super::item::MistakenItem;
use crate::random::Random;

const UPSTREAMS: [&str; 5] = ["api", "web", "auth", "files", "mail"];
const SERVERS: [&str; 4] = ["public", "admin", "health", "static"];

pub(super) fn configuration(random: &mut Random) -> Vec<MistakenItem> {
    let count = 2 + random.below(UPSTREAMS.len() - 1);
    let mut items = vec![
        MistakenItem::attr("region", *random.pick(&["\"eu\"", "local.zone", "upper(var.zone)"])),
        MistakenItem::attr("ports", format!("[80, {}, shifted(2)]", port(random, count))),
        MistakenItem::attr(
            "tags",
            format!("{{ zone = local.zone, env = {} }}", string(random, count)),
        ),
    ];
    if random.percent(50) {
        let attributes =
            vec![MistakenItem::attr("cert", "\"a.pem\""), MistakenItem::attr("key", "\"a.key\"")];
        items.push(MistakenItem::block("tls", attributes));
    }
    items.extend(names(random));
    for name in &UPSTREAMS[..count] {
        items.push(MistakenItem::block(format!("upstream \"{name}\""), upstream(random)));
    }
    if random.percent(60) {
        items.push(generated());
    }
    for name in &SERVERS[..1 + random.below(SERVERS.len())] {
        items.push(MistakenItem::block(format!("server \"{name}\""), server(random, count)));
    }
    for position in (1..items.len()).rev() {
        items.swap(position, random.below(position + 1));
    }
    items
}

/// Returns the blocks that define names.
fn names(random: &mut Random) -> Vec<MistakenItem> {
    let variable = |name: &str, ty: &str, default: &str| {
        let attributes =
            vec![MistakenItem::attr("type", ty), MistakenItem::attr("default", default)];
        MistakenItem::block(format!("variable \"{name}\""), attributes)
    };
    let function = vec![
        MistakenItem::attr("params", "[n]"),
        MistakenItem::attr("result", *random.pick(&["n + 8000", "max(n, 1) + 8000"])),
    ];
    vec![
        variable("base", "number", "8000"),
        variable("zone", "string", "\"eu\""),
        variable("services", "map(number)", "{ blog = 81, wiki = 82 }"),
        MistakenItem::block("function \"shifted\"", function),
        MistakenItem::block(
            "locals",
            vec![
                MistakenItem::attr("zone", "lower(var.zone)"),
                MistakenItem::attr("offset", "shifted(1) - 8000"),
                MistakenItem::attr("first", "local.offset + var.base"),
                MistakenItem::attr("names", "[\"a\", local.zone, \"c\"]"),
            ],
        ),
    ]
}

fn upstream(random: &mut Random) -> Vec<MistakenItem> {
    let mut items = vec![
        MistakenItem::attr(
            "host",
            *random.pick(&["\"10.0.0.1\"", "\"${local.zone}.example.org\""]),
        ),
        MistakenItem::attr(
            "port",
            *random.pick(&["8080", "var.base + 80", "local.first", "shifted(80)"]),
        ),
    ];
    if random.percent(50) {
        items.push(MistakenItem::attr("weight", "local.offset"));
    }
    if random.percent(50) {
        items.push(MistakenItem::attr("endpoint", "{ address = local.zone, limit = 3 }"));
    }
    items
}

fn generated() -> MistakenItem {
    let content = vec![
        MistakenItem::attr("host", "\"${upstream.key}.org\""),
        MistakenItem::attr("port", "upstream.value"),
    ];
    let items = vec![
        MistakenItem::attr("for_each", "var.services"),
        MistakenItem::attr("labels", "[upstream.key]"),
        MistakenItem::block("content", content),
    ];
    MistakenItem::block("dynamic \"upstream\"", items)
}

fn server(random: &mut Random, upstreams: usize) -> Vec<MistakenItem> {
    let mut items = vec![
        MistakenItem::attr("listen", format!("[443, {}]", port(random, upstreams))),
        MistakenItem::attr("target", string(random, upstreams)),
        MistakenItem::attr("when", "local.offset > 0 && request.method != \"TRACE\""),
    ];
    if random.percent(50) {
        items.push(MistakenItem::attr("retries", "local.offset + 1"));
    }
    if random.percent(50) {
        let value = string(random, upstreams);
        items.push(MistakenItem::block("headers", vec![MistakenItem::attr("x-zone", value)]));
    }
    for index in 0..random.below(3) {
        let route = vec![
            MistakenItem::attr("target", string(random, upstreams)),
            MistakenItem::attr("methods", *random.pick(&["[\"get\"]", "[\"get\", \"post\"]"])),
        ];
        items.push(MistakenItem::block(format!("route \"/{index}\""), route));
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
