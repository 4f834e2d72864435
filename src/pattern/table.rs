//! The tables of a rule, built at first use.

use super::threat::combine;
use super::{Code, Shape, Threat, Window, classify};
use crate::board::Color;
use crate::rules::Rule;
use once_cell::sync::OnceCell;

/// What a stone of either color makes in one direction: black in the low four bits, white above.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shapes(u8);

impl Shapes {
    /// The bits of one color's shape.
    #[inline]
    pub const fn nibble(self, color: Color) -> u16 {
        (self.0 >> (4 * color.index()) & 15) as u16
    }

    pub fn of(self, color: Color) -> Shape {
        Shape::ALL[self.nibble(color) as usize]
    }
}

/// Everything that patterns tell about one rule.
pub struct PatternTable {
    rule: Rule,
    window: Window,
    shapes: Vec<Shapes>,
    threats: [[Threat; Code::COUNT]; 2],
}

impl PatternTable {
    /// The table of a rule; the first call for a rule computes it in a few milliseconds.
    pub fn of(rule: Rule) -> &'static PatternTable {
        static TABLES: [OnceCell<PatternTable>; Rule::ALL.len()] =
            [const { OnceCell::new() }; Rule::ALL.len()];
        TABLES[rule.index()].get_or_init(|| PatternTable::build(rule))
    }

    pub fn rule(&self) -> Rule {
        self.rule
    }

    /// How windows are numbered under this rule.
    #[inline]
    pub fn window(&self) -> Window {
        self.window
    }

    #[inline]
    pub fn shapes(&self, window: u32) -> Shapes {
        self.shapes[window as usize]
    }

    #[inline]
    pub fn threat(&self, color: Color, code: Code) -> Threat {
        self.threats[color.index()][code.index()]
    }

    /// Whether every open three and every four of `color` is what it seems: no point is forbidden
    /// to it, and a four has a single answer.
    pub fn is_plain(&self, color: Color) -> bool {
        !self.rule.forbids(color) && !self.rule.winning_row(color).needs_open_end
    }

    fn build(rule: Rule) -> PatternTable {
        let looks_beyond_five = |color| {
            let row = rule.winning_row(color);
            !row.overline || row.needs_open_end
        };
        let reach = if Color::ALL.into_iter().any(looks_beyond_five) { 5 } else { 4 };
        let window = Window::new(reach);
        let [black, white] = Color::ALL.map(|color| classify::shapes(rule, color, window));
        let pair = |(&black, &white): (&Shape, &Shape)| Shapes(black as u8 | (white as u8) << 4);
        let threats = Color::ALL.map(|color| {
            let shuttable = rule.winning_row(color).needs_open_end;
            let mut threats = [Threat::None; Code::COUNT];
            for (code, shapes) in Code::all() {
                threats[code.index()] = combine(shapes, rule.forbids(color), shuttable);
            }
            threats
        });
        PatternTable { rule, window, shapes: black.iter().zip(&white).map(pair).collect(), threats }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colors_mirror_each_other_where_the_rule_is_the_same_for_both() {
        let table = PatternTable::of(Rule::Standard);
        let window = table.window();
        let number = |color| window.empty(5, 5) + window.stone(color, 1) + window.stone(color, -1);
        assert_eq!(table.shapes(number(Color::Black)).of(Color::Black), Shape::OpenThree);
        assert_eq!(table.shapes(number(Color::White)).of(Color::White), Shape::OpenThree);
        assert_eq!(table.shapes(number(Color::White)).of(Color::Black), Shape::None);
    }

    #[test]
    fn reach_is_as_short_as_the_rule_allows() {
        let reach = Rule::ALL.map(|rule| PatternTable::of(rule).window().reach());
        assert_eq!(reach, [4, 5, 5, 5, 5]);
    }
}
