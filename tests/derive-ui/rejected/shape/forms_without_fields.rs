use hcldyn::HclDecode;

#[derive(HclDecode)]
#[hcl(labels_as_blocks, dynamic, or_attr)]
struct Attributes {
    port: u16,
}

#[derive(HclDecode)]
struct Block {
    port: u16,
}

#[derive(HclDecode)]
#[hcl(or_block)]
struct Blocks {
    #[hcl(block)]
    block: Block,
}

#[derive(HclDecode)]
#[hcl(dynamic)]
struct Right {
    #[hcl(flatten)]
    blocks: Blocks,
}

fn main() {}
