"""What counts as more instructions than recorded, and what the script's exit code says of it."""

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

SCRIPT = Path(__file__).with_name("instructions.py")
RECORDED = "a\t1\t100\nb\t2\t2000\n"


def run(counted):
    with tempfile.TemporaryDirectory() as folder:
        files = [Path(folder, "recorded"), Path(folder, "counted")]
        for file, text in zip(files, (RECORDED, counted)):
            file.write_text(text)
        done = subprocess.run([sys.executable, SCRIPT, *files], capture_output=True, text=True)
        return done.returncode, done.stderr.strip(), done.stdout


class Instructions(unittest.TestCase):
    def test_five_percent_more_pass(self):
        code, problems, table = run("a\t1\t105\nb\t2\t1000\n")
        self.assertEqual((code, problems), (0, ""))
        self.assertIn("| a | 105 | 100 | 1.050 |\n| b | 1,000 | 2,000 | 0.500 |", table)

    def test_any_more_fail(self):
        code, problems, _ = run("a\t1\t106\nb\t2\t2101\n")
        expected = "more instructions than recorded: a\nmore instructions than recorded: b"
        self.assertEqual((code, problems), (1, expected))

    def test_what_was_not_counted_fails(self):
        code, problems, _ = run("a\t1\t0\nc\t1\t5\n")
        expected = "not counted, or not recorded: a\nnot counted, or not recorded: c\nnot counted: b"
        self.assertEqual((code, problems), (1, expected))


if __name__ == "__main__":
    unittest.main()
