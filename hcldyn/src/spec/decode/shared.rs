//! Blocks that several threads decode.

use std::borrow::Cow;

use super::opened::{BlockTypes, Written};
use super::{Decoder, Opened};
use crate::body::Block;
use crate::diag::Diagnostics;
use crate::dynblock::Site;
use crate::threads::Threads;

/// A thread that decodes fewer blocks than this is not worth starting: a small block takes a microsecond,
/// a thread as much as fifty of them.
const LEAST_SHARE: usize = 256;

/// What came of a block ahead of its turn, as long as no limit is in sight.
struct Ahead<'o, R> {
    /// `None` where the block could not be generated.
    made: Option<(Cow<'o, Block>, R)>,
    diags: Diagnostics,
    /// How many blocks were generated on the way.
    generated: u64,
}

impl Decoder<'_> {
    /// Decodes each block of some types, and hands what came of it to `take`, block after block in source
    /// order. Many blocks are decoded by several threads. What one of them did ahead counts only where it
    /// is what would have been done in turn; where a limit would have been hit, it is done once more.
    pub(super) fn each_decoded<R: Send>(
        &mut self,
        opened: &Opened<'_>,
        types: &impl BlockTypes,
        decode: impl Fn(&mut Decoder<'_>, &Block) -> R + Sync,
        mut take: impl FnMut(&mut Decoder<'_>, &Block, R),
    ) {
        let Some(shares) = self.threads.share(opened.count(types), LEAST_SHARE) else {
            return self.each_block(opened, types, |decoder, block| {
                let result = decode(decoder, block);
                take(decoder, block, result);
            });
        };
        let written = opened.written(types);
        let shares: Vec<_> = shares.into_iter().map(|share| &written[share]).collect();
        let (ctx, unexpected, threads) = (self.site.ctx, self.unexpected, Threads::ONE);
        let (budget, sink) = (self.site.budget.fork(), self.diags.another());
        let all = self.threads.map(&shares, |share| {
            let (budget, mut problems, mut ahead) = (budget.fork(), 0, Vec::new());
            let site = Site { ctx, budget: &budget };
            for written in *share {
                let (mut diags, left) = (sink.clone(), budget.left());
                let mut decoder = Decoder { site, unexpected, threads, diags: &mut diags };
                let made = decoder.made(written, types, &decode);
                problems += diags.len() + diags.suppressed();
                ahead.push(Ahead { made, diags, generated: left - budget.left() });
                // What comes now is done in turn.
                if budget.is_exceeded() || problems > sink.limit() {
                    break;
                }
            }
            ahead
        });
        for (share, ahead) in shares.iter().zip(all) {
            let mut ahead = ahead.into_iter();
            for written in *share {
                let made = match ahead.next().and_then(|ahead| self.counted(ahead)) {
                    Some(made) => made,
                    None => self.made(written, types, &decode),
                };
                if let Some((block, result)) = made {
                    take(self, &block, result);
                }
            }
        }
    }

    /// A block, and what comes of it. `None` where it could not be generated.
    fn made<'o, R>(
        &mut self,
        written: &Written<'o>,
        types: &impl BlockTypes,
        decode: impl Fn(&mut Decoder<'_>, &Block) -> R,
    ) -> Option<(Cow<'o, Block>, R)> {
        let block = written.block(self.site, self.diags)?;
        self.report_deprecated(types, &block);
        let result = decode(self, &block);
        Some((block, result))
    }

    /// What was made ahead, if it would be the same in turn; what it reported and generated counts then.
    fn counted<'o, R>(&mut self, ahead: Ahead<'o, R>) -> Option<Option<(Cow<'o, Block>, R)>> {
        if !self.diags.has_room_for(&ahead.diags) || !self.site.budget.grant(ahead.generated) {
            return None;
        }
        self.diags.append(ahead.diags);
        Some(ahead.made)
    }
}
