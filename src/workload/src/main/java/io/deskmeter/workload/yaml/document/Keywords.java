package io.deskmeter.workload.yaml.document;

import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** Words of the grammar: sets of keys, the words of an enum, and what a name looks like. */
public final class Keywords {
    public static final String NAME_FORM = "a name of letters, digits, `.`, `_` and `-`";
    /** Characters of a workload's id that every store of timings holds. */
    static final int MOST_ID = 200;

    public static final String ID_FORM =
            "an id as `office/writer`, of letters, digits, `.`, `_`, `-` and `/`, at most " + MOST_ID + " characters";
    public static final String METRIC_FORM =
            "an id of small letters, digits and `-`, as `picture-similarity`, at most 60 characters";
    public static final String UNIT_FORM =
            "a unit as `ms`, `px` or `dB`, `1` for a plain number, at most 20 characters";
    public static final String TITLE_FORM = "one line of text, at most 200 characters";

    /** Of an operation or a profile. */
    public static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,99}");

    /** Of a workload: names joined by slashes. */
    public static final Pattern ID = Pattern.compile(
            "(?=.{1," + MOST_ID + "}$)[A-Za-z0-9][A-Za-z0-9._-]{0,99}(/[A-Za-z0-9][A-Za-z0-9._-]{0,99}){0,9}");

    /** Of a metric: words of small letters and digits, joined by hyphens. */
    public static final Pattern METRIC = Pattern.compile("(?=.{1,60}$)[a-z][a-z0-9]*(-[a-z0-9]+)*");

    public static final Pattern UNIT = Pattern.compile("[^\\x00-\\x20\\x7f\\x85\\u2028\\u2029]{1,20}");

    public static final Pattern TITLE = Pattern.compile("[^\\x00-\\x1f\\x7f\\x85\\u2028\\u2029]{1,200}");

    public static final String DESCRIPTION_FORM = "one line of text, at most 1000 characters";

    public static final Pattern DESCRIPTION = Pattern.compile("[^\\x00-\\x1f\\x7f\\x85\\u2028\\u2029]{1,1000}");

    public static final String PACKAGE_FORM = "the name of a Debian package, as `libreoffice-writer`";

    public static final Pattern PACKAGE = Pattern.compile("[a-z0-9][a-z0-9+.-]{1,99}");

    private Keywords() {}

    public static Set<String> with(Collection<String> keys, String... more) {
        Set<String> all = new HashSet<>(keys);
        all.addAll(List.of(more));
        return all;
    }

    /** The constants of an enum by their names in small letters. */
    public static <E extends Enum<E>> Map<String, E> of(Class<E> type) {
        Map<String, E> words = new LinkedHashMap<>();
        for (E constant : type.getEnumConstants()) {
            words.put(word(constant), constant);
        }
        return words;
    }

    public static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }
}
