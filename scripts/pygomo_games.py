"""Games between two processes of one engine by the PyPI package pygomo-lib.

    pygomo_games.py TURN_MS GAMES ENGINE

The client passes on whatever the engine says, so moves, times and endings are checked here.
"""

import sys
import time

from pygomo import EngineClient

TOLERANCE_MS = 1000
DIRECTIONS = ((1, 0), (0, 1), (1, 1), (1, -1))


def longest_row(board, at, color):
    def reach(dx, dy):
        x, y, length = at[0] + dx, at[1] + dy, 0
        while board.get((x, y)) == color:
            x, y, length = x + dx, y + dy, length + 1
        return length

    return max(1 + reach(dx, dy) + reach(-dx, -dy) for dx, dy in DIRECTIONS)


def open_engine(path, rule, turn, size):
    engine = EngineClient(path)
    engine.connect()
    if not engine.start(size):
        raise SystemExit("START failed")
    engine.set_time(turn_time_ms=turn, match_time_ms=0)
    engine.set_rule(rule)
    return engine


def play(path, rule, turn, size):
    engines = [open_engine(path, rule, turn, size) for _ in range(2)]
    board, last, slowest = {}, None, 0.0
    try:
        for number in range(size * size):
            begun = time.monotonic()
            engine = engines[number % 2]
            answer = engine.begin() if last is None else engine.turn(last)
            took = 1000 * (time.monotonic() - begun)
            slowest = max(slowest, took)
            x, y = (int(part) for part in answer.move.to_numeric().split(","))
            if not (0 <= x < size and 0 <= y < size) or (x, y) in board:
                raise SystemExit(f"illegal move {x},{y} as number {number + 1}")
            if took > turn + TOLERANCE_MS:
                raise SystemExit(f"move {number + 1} took {took:.0f} ms")
            board[x, y] = number % 2
            row = longest_row(board, (x, y), number % 2)
            if row == 5 or row > 5 and rule == 0:
                break
            last = answer.move
    finally:
        for engine in engines:
            engine.quit()
            engine.disconnect()
    return slowest


def main():
    turn, games, path = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
    slowest = [play(path, rule, turn, size) for rule, size in ((0, 20), (1, 15)) for _ in range(games)]
    print(f"{len(slowest)} games, 0 forfeits, slowest move {max(slowest):.0f} ms of {turn}")


main()
