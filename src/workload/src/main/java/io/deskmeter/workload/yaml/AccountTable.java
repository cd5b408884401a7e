package io.deskmeter.workload.yaml;

import io.deskmeter.workload.InvalidDocumentException;
import io.deskmeter.workload.targets.Account;
import io.deskmeter.workload.targets.AllowedHosts;
import io.deskmeter.workload.targets.NumberRanges;
import io.deskmeter.workload.yaml.document.Problems;
import io.deskmeter.workload.yaml.document.Value;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;

/**
 * A set of accounts as CSV: the first line names the columns {@code user}, {@code password} and, if wanted,
 * {@code domain}; a line {@code # hosts: …} before it names the machines that may be sent the passwords. Messages never
 * contain a line, because it contains a password.
 */
public final class AccountTable {
    private static final CSVFormat FORM = CSVFormat.RFC4180
            .builder()
            .setHeader()
            .setSkipHeaderRecord(true)
            .setIgnoreEmptyLines(true)
            .get();
    private static final String LINE_FORM = "one line of text, at most 200 characters";
    private static final Set<String> COLUMNS = Set.of("user", "password", "domain");

    private static final Pattern HOSTS = Pattern.compile("#[ \t]*hosts:");
    private static final Pattern LINE_END = Pattern.compile("\r\n|\r|\n|\\z");

    private final List<Account> accounts = new ArrayList<>();
    private final Problems problems;
    private AllowedHosts hosts = AllowedHosts.NONE;
    /** Before the table. */
    private int linesBefore;

    private AccountTable(String fileName) {
        problems = Problems.ofSecrets(fileName);
    }

    /**
     * Reads a set and writes its ranges out.
     *
     * @param fileName for messages
     * @throws InvalidDocumentException with every problem of the table, or the first ones and how many more there are
     */
    public static List<Account> parse(String fileName, String text) throws InvalidDocumentException {
        AccountTable table = new AccountTable(fileName);
        // Some programs write a byte order mark at the start of UTF-8 text.
        table.read(table.afterHosts(text.startsWith("\uFEFF") ? text.substring(1) : text));
        if (table.problems.count() == 0 && table.accounts.isEmpty()) {
            table.problem(1, "no accounts (expected: a first line `user,password`, and one line for each)");
        }
        table.problems.throwIfAny();
        return table.accounts;
    }

    private String afterHosts(String text) {
        Matcher begin = HOSTS.matcher(text);
        Matcher end = LINE_END.matcher(text);
        if (!begin.lookingAt() || !end.find(begin.end())) {
            return text;
        }
        try {
            hosts = AccountSets.hosts(text.substring(begin.end(), end.start()));
        } catch (IllegalArgumentException e) {
            problem(1, "hosts " + e.getMessage());
        }
        linesBefore = 1;
        return text.substring(end.end());
    }

    private void read(String text) {
        try (CSVParser rows = CSVParser.parse(text, FORM)) {
            List<String> columns = rows.getHeaderNames();
            if (!columns.containsAll(List.of("user", "password")) || !COLUMNS.containsAll(columns)) {
                // Where the line of the columns is missing, the first one has a password.
                problem(
                        linesBefore + 1,
                        "other columns (expected: a first line `user,password` or, if wanted, `user,password,domain`)");
                return;
            }
            for (CSVRecord row : rows) {
                int line = linesBefore + Math.toIntExact(rows.getCurrentLineNumber());
                add(row, line);
                // A short line can stand for thousands.
                if (accounts.size() > NumberRanges.MOST) {
                    problem(line, "more than " + NumberRanges.MOST + " accounts (expected: at most so many in all)");
                    return;
                }
            }
        } catch (IOException | UncheckedIOException | IllegalArgumentException | IllegalStateException e) {
            problem(1, "not CSV (expected: lines of values as `ann,secret`, in double quotes where they have a comma)");
        }
    }

    private void add(CSVRecord row, int line) {
        if (!row.isConsistent()) {
            problem(line, row.size() + " values (expected: as many as the first line has)");
            return;
        }
        String user = row.get("user").strip();
        String domain = row.isMapped("domain") ? row.get("domain").strip() : "";
        if (!AccountSets.isLine(user)) {
            problem(line, "user " + Value.shortened(user) + " (expected: " + LINE_FORM + ")");
        } else if (!AccountSets.isLine(row.get("password"))) {
            problem(line, "password not usable (expected: " + LINE_FORM + ")");
        } else if (!AccountSets.isLine(domain)) {
            problem(line, "domain " + Value.shortened(domain) + " (expected: " + LINE_FORM + ")");
        } else {
            addAll(user, row.get("password"), domain, line);
        }
    }

    private void addAll(String user, String password, String domain, int line) {
        try {
            accounts.addAll(AccountSets.expand(user, password, domain, hosts));
        } catch (IllegalArgumentException e) {
            problem(line, "user " + Value.shortened(user) + " (expected: " + e.getMessage() + ")");
        }
    }

    private void problem(int line, String message) {
        problems.addAt(line, 1, "", message);
    }
}
