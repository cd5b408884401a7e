package io.deskmeter.controller.report.export;

/**
 * Texts of CSV files, in the only place where they become cells. Quoting of RFC 4180 tells where a cell ends; it does
 * not keep a spreadsheet from computing it as a formula, which can run programs and send what is in other cells
 * elsewhere. So a text that begins like one gets an apostrophe before it, which spreadsheets take for "text" and
 * {@link #read} takes away again; a text that begins with an apostrophe gets another.
 */
final class CsvText {
    private static final char TEXT = '\'';
    /** The wide forms are taken for the narrow ones. */
    private static final String FORMULA = "=+-@\t\r\n\uff1d\uff0b\uff0d\uff20";

    private CsvText() {}

    /** As a cell. */
    static String cell(String text) {
        String safe = isMarked(text) ? TEXT + text : text;
        boolean plain = safe.chars().noneMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r');
        return plain ? safe : '"' + safe.replace("\"", "\"\"") + '"';
    }

    /** The text of a cell, without its quotes. */
    static String read(String cell) {
        return cell.length() > 1 && cell.charAt(0) == TEXT && isMarked(cell.substring(1)) ? cell.substring(1) : cell;
    }

    private static boolean isMarked(String text) {
        return !text.isEmpty() && (text.charAt(0) == TEXT || FORMULA.indexOf(text.charAt(0)) >= 0);
    }
}
