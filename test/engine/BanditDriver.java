package revmon.rt;

import java.io.PrintStream;

/**
 * Decisions of bandits: for each line of numbers (alpha, epsilon, delta, create, skip, average, seed, then rewards as 0 and 1) a line of
 * decisions, and where the values ended.
 */
public final class BanditDriver {
    private BanditDriver() {}

    public static void main(String[] args) throws Exception {
        try (PrintStream out = new PrintStream(args[1])) {
            for (String line : java.nio.file.Files.readAllLines(java.nio.file.Paths.get(args[0]))) {
                String[] words = line.split(" ");
                double[] numbers = new double[6];
                for (int i = 0; i < numbers.length; i++) {
                    numbers[i] = Double.parseDouble(words[i]);
                }
                Bandit bandit = new Bandit(new Bandit.Values(numbers[0], numbers[1], numbers[2], numbers[3], numbers[4],
                        numbers[5] != 0), Long.parseUnsignedLong(words[6]));
                StringBuilder decisions = new StringBuilder();
                for (char reward : words[7].toCharArray()) {
                    decisions.append(bandit.decide(reward == '1') ? '1' : '0');
                }
                out.println(decisions + " " + Double.doubleToLongBits(bandit.qc()) + " "
                        + Double.doubleToLongBits(bandit.qn()));
            }
        }
    }
}
