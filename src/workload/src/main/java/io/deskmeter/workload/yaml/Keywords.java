package io.deskmeter.workload.yaml;

import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Words of the grammar: sets of keys, the words of an enum, and what a name looks like. */
final class Keywords {
    static final String NAME_FORM = "a name of letters, digits, `.`, `_` and `-`";
    /** Characters of a workload's id that every store of timings holds. */
    static final int MOST_ID = 200;

    static final String ID_FORM =
            "an id as `office/writer`, of letters, digits, `.`, `_`, `-` and `/`, at most " + MOST_ID + " characters";
    static final String METRIC_FORM =
            "an id of small letters, digits and `-`, as `picture-similarity`, at most 60 characters";
    static final String UNIT_FORM = "a unit as `ms`, `px` or `dB`, `1` for a plain number, at most 20 characters";
    static final String TITLE_FORM = "one line of text, at most 200 characters";

    /** Of an operation or a profile. */
    static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,99}");

    /** Of a workload: names joined by slashes. */
    static final Pattern ID = Pattern.compile(
            "(?=.{1," + MOST_ID + "}$)[A-Za-z0-9][A-Za-z0-9._-]{0,99}(/[A-Za-z0-9][A-Za-z0-9._-]{0,99}){0,9}");

    /** Of a metric: words of small letters and digits, joined by hyphens. */
    static final Pattern METRIC = Pattern.compile("(?=.{1,60}$)[a-z][a-z0-9]*(-[a-z0-9]+)*");

    static final Pattern UNIT = Pattern.compile("[^\\x00-\\x20\\x7f\\x85\\u2028\\u2029]{1,20}");

    static final Pattern TITLE = Pattern.compile("[^\\x00-\\x1f\\x7f\\x85\\u2028\\u2029]{1,200}");

    static final String DESCRIPTION_FORM = "one line of text, at most 1000 characters";

    static final Pattern DESCRIPTION = Pattern.compile("[^\\x00-\\x1f\\x7f\\x85\\u2028\\u2029]{1,1000}");

    static final String PACKAGE_FORM = "the name of a Debian package, as `libreoffice-writer`";

    static final Pattern PACKAGE = Pattern.compile("[a-z0-9][a-z0-9+.-]{1,99}");

    private Keywords() {}

    static Set<String> with(Collection<String> keys, String... more) {
        Set<String> all = new HashSet<>(keys);
        all.addAll(List.of(more));
        return all;
    }

    /** The constants of an enum by their names in small letters. */
    static <E extends Enum<E>> Map<String, E> of(Class<E> type) {
        return Stream.of(type.getEnumConstants()).collect(Collectors.toMap(Keywords::word, Function.identity()));
    }

    static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }
}
