package io.deskmeter.controller.cli.console;

import java.io.PrintStream;
import java.util.List;

/** Columns of text, each as wide as its widest cell. */
public final class TextTable {
    private final PrintStream out;

    public TextTable(PrintStream out) {
        this.out = out;
    }

    public void print(String[] head, List<String[]> rows) {
        int[] widths = new int[head.length];
        for (int i = 0; i < head.length; i++) {
            widths[i] = head[i].length();
            for (String[] row : rows) {
                widths[i] = Math.max(widths[i], row[i].length());
            }
        }
        line(head, widths);
        rows.forEach(row -> line(row, widths));
    }

    private void line(String[] cells, int[] widths) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < cells.length; i++) {
            line.append(cells[i])
                    .append(" ".repeat(widths[i] - cells[i].length()))
                    .append("  ");
        }
        out.println(line.toString().stripTrailing());
    }
}
