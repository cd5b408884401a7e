package io.deskmeter.workload.yaml;

import io.deskmeter.workload.InvalidDocumentException;
import io.deskmeter.workload.targets.Account;
import io.deskmeter.workload.targets.AllowedHosts;
import io.deskmeter.workload.targets.NumberRanges;
import io.deskmeter.workload.yaml.document.Documents;
import io.deskmeter.workload.yaml.document.Problems;
import io.deskmeter.workload.yaml.document.Value;
import io.deskmeter.workload.yaml.grammar.Key;
import io.deskmeter.workload.yaml.grammar.MapType;
import io.deskmeter.workload.yaml.grammar.Type;
import io.deskmeter.workload.yaml.grammar.Types;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Sets of accounts as text. They are documents of their own, because profiles are passed on, stored and printed, and
 * passwords must not be; no message shows one.
 */
public final class AccountSets {
    private static final Pattern LINE = Pattern.compile("[^\\x00-\\x1f\\x7f]{0,200}");
    private static final String LINE_FORM = "one line of text in quotes, at most 200 characters";

    private static final Pattern HOST = Pattern.compile("(?=.{1,300}$)(\\[[0-9A-Fa-f:.]{2,45}\\]"
            + "|([A-Za-z0-9_*]|\\{[0-9]{1,9}\\.\\.[0-9]{1,9}\\})([A-Za-z0-9._*-]|\\{[0-9]{1,9}\\.\\.[0-9]{1,9}\\})*)"
            + "(:[0-9]{1,5})?");
    private static final String HOST_FORM = "a host as `rdsh-{1..4}.lab`, `*.lab`, `10.0.0.7:5901` or `[fd00::7]`";

    private static final Key<Object, String> USER = Key.<Object, String>required(
                    "user", Types.text(LINE, "the name of a user, in quotes where it has `{1..9}`"), "")
            .help("the name with which a session logs on; `desk{01..40}` stands for forty users");

    private static final Key<Object, Optional<String>> PASSWORD = Key.<Object, String>optional(
                    "password",
                    Type.of(LINE_FORM, d -> Types.pattern(LINE.pattern()), AccountSets::password, text -> text))
            .help("taken as it is");

    private static final Key<Object, Optional<String>> DOMAIN =
            Key.<Object, String>optional("domain", Types.text(LINE, LINE_FORM)).help("the domain of the user");

    static final MapType<Entry> ACCOUNT = MapType.of(
            "an account",
            fields -> new Entry(
                    USER.in(fields),
                    PASSWORD.in(fields).orElse(""),
                    DOMAIN.in(fields).orElse("")),
            USER,
            PASSWORD,
            DOMAIN);

    private static final Key<Object, Optional<AllowedHosts>> HOSTS = Key.<Object, AllowedHosts>optional(
                    "hosts",
                    Type.of(
                            "a list, each " + HOST_FORM,
                            d -> Types.list("hosts", Types.text(HOST, HOST_FORM))
                                    .schema(d),
                            AccountSets::hosts,
                            AllowedHosts::toString))
            .help(
                    "the machines that may be sent the passwords, as a profile names them; an asterisk stands for letters, digits, `-` and `_`, and a host without a port for all its ports");

    private static final Key<Object, List<Account>> ACCOUNTS = Key.<Object, List<Account>>required(
                    "accounts",
                    Type.of(
                            "a list, each " + ACCOUNT.words(),
                            d -> Types.list("accounts", ACCOUNT).schema(d),
                            value -> all(value, AllowedHosts.NONE),
                            AccountSets::written),
                    List.of())
            .help("who logs on");

    static final MapType<List<Account>> ACCOUNT_SET = MapType.of(
            "a set of accounts",
            fields -> {
                AllowedHosts hosts = HOSTS.in(fields).orElse(AllowedHosts.NONE);
                return ACCOUNTS.in(fields, value -> all(value, hosts));
            },
            HOSTS,
            ACCOUNTS);

    /** An account of the file, whose name may stand for many. */
    record Entry(String user, String password, String domain) {}

    private AccountSets() {}

    /** No set is ever written: whoever keeps one keeps its text, encrypted. */
    private static Object written(List<Account> accounts) {
        throw new UnsupportedOperationException("a set of accounts is not written");
    }

    /**
     * The text of a set.
     *
     * @throws InvalidDocumentException if it is in another encoding: the passwords would be others, and no logon with
     *     them the platform's fault
     */
    public static String text(String fileName, byte[] bytes) throws InvalidDocumentException {
        Problems problems = Problems.ofSecrets(fileName);
        Optional<String> text = Documents.text(bytes, "text in UTF-8", problems);
        problems.throwIfAny();
        return text.orElse("");
    }

    /**
     * Reads a set and writes its ranges out. The same user may occur twice: the caller has to report that.
     *
     * @param fileName for messages
     * @throws InvalidDocumentException with every problem of the document
     */
    public static List<Account> parse(String fileName, String yaml) throws InvalidDocumentException {
        Problems problems = Problems.ofSecrets(fileName);
        List<Account> accounts = new ArrayList<>();
        Documents.root(yaml, problems).ifPresent(root -> accounts.addAll(ACCOUNT_SET.read(root)));
        problems.throwIfAny();
        return accounts;
    }

    private static AllowedHosts hosts(Value value) {
        int before = value.problems().count();
        List<String> written = new ArrayList<>();
        int all = 0;
        for (Value item : value.items("hosts")) {
            String text = item.text(HOST, HOST_FORM);
            try {
                all += NumberRanges.expand(text).size();
                AllowedHosts.of(List.of(text));
                written.add(text);
            } catch (IllegalArgumentException e) {
                item.expected(String.valueOf(e.getMessage()));
            }
            // A short text can stand for thousands: no more of them are written out than a set may have.
            if (all > NumberRanges.MOST) {
                value.expected("at most " + NumberRanges.MOST + " hosts in all");
            }
            if (all > NumberRanges.MOST || value.problems().isFull()) {
                return AllowedHosts.NONE;
            }
        }
        if (value.problems().count() > before) {
            return AllowedHosts.NONE;
        }
        try {
            return AllowedHosts.of(written);
        } catch (IllegalArgumentException e) {
            value.expected(String.valueOf(e.getMessage()));
            return AllowedHosts.NONE;
        }
    }

    /**
     * The hosts of a line of text, separated by commas.
     *
     * @throws IllegalArgumentException for the first that is none, with it and what was expected
     */
    static AllowedHosts hosts(String line) {
        List<String> written = new ArrayList<>();
        int all = 0;
        for (String text : (Iterable<String>) Stream.of(line.split(",", -1)).map(String::strip)::iterator) {
            if (!HOST.matcher(text).matches()) {
                throw new IllegalArgumentException(Value.shortened(text) + " (expected: " + HOST_FORM + ")");
            }
            try {
                all += NumberRanges.expand(text).size();
                AllowedHosts.of(List.of(text));
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException(Value.shortened(text) + " (expected: " + e.getMessage() + ")", e);
            }
            // As in a set that is YAML: a short text can stand for thousands, and the same ones come again.
            if (all > NumberRanges.MOST) {
                throw new IllegalArgumentException(
                        Value.shortened(line.strip()) + " (expected: at most " + NumberRanges.MOST + " hosts in all)");
            }
            written.add(text);
        }
        try {
            return AllowedHosts.of(written);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    Value.shortened(line.strip()) + " (expected: " + e.getMessage() + ")", e);
        }
    }

    /** Whether it is a line of text, as each value of an account is. */
    static boolean isLine(String text) {
        return LINE.matcher(text).matches();
    }

    private static List<Account> all(Value value, AllowedHosts hosts) {
        List<Account> all = new ArrayList<>();
        for (Value item : value.items("accounts")) {
            all.addAll(some(item, hosts));
            if (all.size() > NumberRanges.MOST) {
                value.expected("at most " + NumberRanges.MOST + " accounts in all");
                return List.of();
            }
        }
        return all;
    }

    private static List<Account> some(Value value, AllowedHosts hosts) {
        Entry entry = ACCOUNT.read(value);
        try {
            return expand(entry.user(), entry.password(), entry.domain(), hosts);
        } catch (IllegalArgumentException e) {
            value.expected(String.valueOf(e.getMessage()));
            return List.of();
        }
    }

    /**
     * The accounts that a user's name with ranges stands for; the password is taken as it is.
     *
     * @throws IllegalArgumentException with what was expected
     */
    public static List<Account> expand(String user, String password, String domain, AllowedHosts hosts) {
        return NumberRanges.expand(user).stream()
                .map(one -> new Account(one, password, domain, hosts))
                .toList();
    }

    private static String password(Value value) {
        return value.string().filter(text -> LINE.matcher(text).matches()).orElseGet(() -> {
            value.problem("not usable (expected: " + LINE_FORM + ")");
            return "";
        });
    }
}
