package io.deskmeter.workload.yaml.document;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;
import org.yaml.snakeyaml.reader.StreamReader;

/**
 * One value of a document and the questions that a reader may ask it. A wrong answer is noted, and a placeholder
 * returned.
 */
public final class Value {
    public static final int MOST_PIXELS = 99_999_999;

    /** Larger numbers of any unit are slips. */
    public static final double MOST_NUMBER = 1e9;

    private static final int SHOWN = 60;

    /** Longer than any that is read. The values below a key have it in their paths, each of them. */
    private static final int LONGEST_KEY = 300;

    private static final int NEXT_LINE = 0x85;
    private static final Pattern ANY = Pattern.compile("(?s).+");
    private static final Set<Tag> CORE = Set.of(Tag.STR, Tag.INT, Tag.FLOAT, Tag.BOOL, Tag.NULL, Tag.SEQ, Tag.MAP);

    private final Node node;
    private final String path;
    private final Problems problems;

    /** What stands for <code>${n}</code>; 0 outside of an operation. */
    private final int number;

    private Value(Node node, String path, Problems problems, int number) {
        this.node = node;
        this.path = path;
        this.problems = problems;
        this.number = number;
        if (!CORE.contains(node.getTag())) {
            String tag = problems.areOfSecrets() ? "a tag" : "tag " + node.getTag();
            problems.add(node.getStartMark(), path, tag + " (expected: none)");
        }
    }

    static Value root(Node node, Problems problems) {
        return new Value(node, "", problems, 0);
    }

    /** The same value as the n-th occurrence of an operation sees it. */
    public Value numbered(int n) {
        return new Value(node, path, problems, n);
    }

    Value child(Node childNode, String key) {
        String name = key.length() <= LONGEST_KEY ? key : shortened(key);
        return new Value(childNode, path.isEmpty() ? name : path + "." + name, problems, number);
    }

    public Node node() {
        return node;
    }

    public int line() {
        return node.getStartMark().getLine() + 1;
    }

    /** How many it is written with. */
    public int characters() {
        return node.getEndMark().getIndex() - node.getStartMark().getIndex();
    }

    public boolean isMap() {
        return node instanceof MappingNode;
    }

    public boolean isList() {
        return node instanceof SequenceNode;
    }

    public boolean isText() {
        return node.getTag().equals(Tag.STR) && node instanceof ScalarNode;
    }

    /** Whether nothing stands behind the key. */
    public boolean isNothing() {
        return node.getTag().equals(Tag.NULL);
    }

    public boolean isWholeNumber() {
        return wholeNumber().isPresent();
    }

    /** The string of a scalar as it is written; empty for anything else. */
    public Optional<String> string() {
        return isText() ? Optional.of(((ScalarNode) node).getValue()) : Optional.empty();
    }

    private Optional<OccurrenceText> numberedString() {
        return string().map(text ->
                number == 0 ? new OccurrenceText(text, Optional.empty()) : OccurrenceText.of(text, number));
    }

    /** Text of at least one character, <code>${n}</code> replaced. */
    public String text() {
        return text(ANY, "text");
    }

    /** Text of a form, <code>${n}</code> replaced. */
    public String text(Pattern form, String expected) {
        Optional<String> unknown = numberedString().flatMap(OccurrenceText::problem);
        if (unknown.isPresent()) {
            problem(unknown.get());
            return "";
        }
        Optional<String> text = numberedString()
                .map(OccurrenceText::text)
                .filter(t -> form.matcher(t).matches());
        if (text.isEmpty()) {
            boolean bare = node instanceof ScalarNode && !node.getTag().equals(Tag.NULL) && !isText();
            expected(bare ? expected + "; in quotes: \"" + shown() + "\"" : expected);
        } else if (text.get().codePoints().anyMatch(Value::isLost)) {
            expected(
                    "text without control characters, halves of surrogate pairs, and separators of lines such as U+2028");
            return "";
        }
        return text.orElse("");
    }

    /**
     * What is not printable is no text any more in the canonical form, and what separates lines beside a line feed is
     * another text there.
     */
    private static boolean isLost(int character) {
        return !StreamReader.isPrintable(character)
                || character == NEXT_LINE
                || Character.getType(character) == Character.LINE_SEPARATOR
                || Character.getType(character) == Character.PARAGRAPH_SEPARATOR;
    }

    /** A whole number in a range. */
    public long integer(long min, long max) {
        Optional<Long> number = wholeNumber().filter(n -> n >= min && n <= max);
        if (number.isEmpty()) {
            expected("a whole number from " + min + " to " + max);
        }
        return number.orElse(min);
    }

    public int integer(int min, int max) {
        return Math.toIntExact(integer((long) min, (long) max));
    }

    /** A number, whole or not, that is not larger than any quantity is; empty for anything else. */
    public Optional<Double> number() {
        boolean number = node.getTag().equals(Tag.INT) || node.getTag().equals(Tag.FLOAT);
        return number && node instanceof ScalarNode scalar
                ? Optional.of(Double.valueOf(scalar.getValue())).filter(read -> Math.abs(read) <= MOST_NUMBER)
                : Optional.empty();
    }

    /** A duration in a range; a bare 0 is one too. */
    public Duration duration(Duration min, Duration max) {
        Optional<Duration> read = isText()
                ? string().flatMap(Quantities::duration)
                : wholeNumber().filter(n -> n == 0).map(n -> Duration.ZERO);
        if (read.filter(d -> d.compareTo(min) >= 0 && d.compareTo(max) <= 0).isEmpty()) {
            expected("a duration as `200ms`, `2s` or `5m`, from " + Quantities.format(min) + " to "
                    + Quantities.format(max));
            return min;
        }
        return read.get();
    }

    /** A number of pixels, {@code 40px} or 40. */
    public int pixels(int min) {
        Optional<Integer> read = isText()
                ? string().flatMap(Quantities::pixels)
                : wholeNumber()
                        .filter(n -> n >= -MOST_PIXELS && n <= MOST_PIXELS)
                        .map(Math::toIntExact);
        if (read.filter(n -> n >= min).isEmpty()) {
            expected("pixels as `40px`, from " + min + "px to " + MOST_PIXELS + "px");
            return min;
        }
        return read.get();
    }

    /** A share from 0 to 1, written {@code 50%}. */
    public double percent() {
        Optional<Double> read = string().flatMap(Quantities::percent);
        if (read.isEmpty()) {
            expected("a percentage as `50%`, from 0% to 100%");
        }
        return read.orElse(0.0);
    }

    /** One of a few words. */
    public <E> E choice(Map<String, E> words, E otherwise) {
        Optional<E> chosen = string().flatMap(word -> Optional.ofNullable(words.get(word)));
        if (chosen.isEmpty()) {
            expected(NameSuggestion.oneOf(
                    shown(), words.keySet().stream().sorted().toList()));
        }
        return chosen.orElse(otherwise);
    }

    /** The elements of a list of at least one. */
    public List<Value> items(String what) {
        List<Value> items = new ArrayList<>();
        if (node instanceof SequenceNode sequence) {
            for (Node item : sequence.getValue()) {
                items.add(new Value(item, path + "[" + items.size() + "]", problems, number));
            }
        }
        if (items.isEmpty()) {
            expectedForm("a list of " + what + ", at least one");
        }
        return items;
    }

    /** The keys of a map, as far as they are plain words; none where the value is no map. */
    public Set<String> keys() {
        Set<String> keys = new LinkedHashSet<>();
        if (node instanceof MappingNode map) {
            map.getValue().forEach(entry -> {
                if (entry.getKeyNode() instanceof ScalarNode key) {
                    keys.add(key.getValue());
                }
            });
        }
        return keys;
    }

    /** The keys and values of a map that may have these keys and no others. */
    public Fields fields(String what, Set<String> known) {
        return new Fields(this, what, known);
    }

    public void expected(String expected) {
        problem(shown() + " (expected: " + expected + ")");
    }

    /** The same of what is no map, or no list: such a value may be a secret whose place is another one. */
    void expectedForm(String expected) {
        problem((problems.areOfSecrets() ? "something else" : shown()) + " (expected: " + expected + ")");
    }

    public void problem(String message) {
        problems.add(node.getStartMark(), path, message);
    }

    public Problems problems() {
        return problems;
    }

    /** The value as a message shows it. */
    public String shown() {
        if (!(node instanceof ScalarNode scalar)) {
            return isList() ? "a list" : "a map";
        }
        if (node.getTag().equals(Tag.NULL)) {
            return "nothing";
        }
        String text = numberedString()
                .map(OccurrenceText::text)
                .orElse(scalar.getValue())
                .replaceAll("\\s+", " ");
        if (text.isBlank()) {
            return "empty text";
        }
        return shortened(text);
    }

    /** As much of a text as a message shows. */
    public static String shortened(String text) {
        return text.codePointCount(0, text.length()) <= SHOWN
                ? text
                : text.substring(0, text.offsetByCodePoints(0, SHOWN)) + "…";
    }

    private Optional<Long> wholeNumber() {
        if (!node.getTag().equals(Tag.INT) || !(node instanceof ScalarNode scalar)) {
            return Optional.empty();
        }
        try {
            return Optional.of(Long.valueOf(scalar.getValue()));
        } catch (NumberFormatException beyondLong) {
            return Optional.empty();
        }
    }
}
