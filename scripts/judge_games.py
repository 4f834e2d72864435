"""The organisers' check of an entry, one position or two and a whole game for each league.

    judge_games.py CHECKOUT TURN_MS ENGINE

Their own program takes zip files of Windows programs; this calls its parts with any program.
"""

import contextlib
import io
import sys
import tempfile

EVERY = ("h8h9i8i9j8j9k8k9", "all")
# The positions and what they test are the organisers'.
LEAGUES = {
    "freestyle20": (0, 20, [EVERY]),
    "freestyle15": (0, 15, [EVERY]),
    "standard": (1, 15, [EVERY, ("h8h9i8h10g8h11j13h12g14h14i15", "standard_specific")]),
    "renju": (4, 15, [EVERY, ("h8h9i7i9h10i6i11i12", "renju_specific")]),
    "caro": (8, 15, [EVERY, ("h8f8g8f9i8f7j8l8", "caro_specific")]),
}
MATCH_MS = 180_000


def main():
    checkout, turn, path = sys.argv[1], int(sys.argv[2]), sys.argv[3]
    sys.path.insert(0, checkout)
    import test_zip_rules as judge

    for league, (rule, size, checks) in LEAGUES.items():
        with tempfile.TemporaryDirectory() as folder:
            terms = (path, "new", rule, size, turn, MATCH_MS, folder)
            results = [judge.run_rule_check(*terms, *check) for check in checks]
            with contextlib.redirect_stdout(io.StringIO()):
                results.append(judge.run_self_play(*terms))
        for good, reason in results:
            print(f"{league}: {reason}")
            if not good:
                raise SystemExit(1)
    print(f"{len(LEAGUES)} games, 0 forfeits; the checks of {len(LEAGUES)} leagues passed")


main()
