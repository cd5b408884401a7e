package io.deskmeter.workload.yaml.document;

import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.yaml.snakeyaml.DumperOptions;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.events.AliasEvent;
import org.yaml.snakeyaml.events.CollectionEndEvent;
import org.yaml.snakeyaml.events.CollectionStartEvent;
import org.yaml.snakeyaml.events.Event;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.reader.StreamReader;
import org.yaml.snakeyaml.representer.Representer;

/** Parses text to a node graph. Any text gives a graph or problems, at a limited cost. */
public final class Documents {
    /** Far above any document that a person writes. */
    static final int MOST_BYTES = 256 * 1024;

    static final int DEEPEST = 30;

    private Documents() {}

    /** The text of a file, empty with a problem if it cannot be had. */
    public static Optional<String> text(Path file, Problems problems) {
        byte[] bytes;
        try (InputStream in = Files.newInputStream(file)) {
            bytes = in.readNBytes(MOST_BYTES + 1);
        } catch (IOException e) {
            problems.addAt(1, 1, "", "cannot be read: " + e);
            return Optional.empty();
        }
        if (bytes.length > MOST_BYTES) {
            problems.addAt(1, 1, "", tooLarge());
            return Optional.empty();
        }
        return text(bytes, "YAML", problems);
    }

    /**
     * The text of bytes, empty with a problem where they are none in UTF-8: read all the same, they would be other
     * words.
     *
     * @param expected for the message
     */
    public static Optional<String> text(byte[] bytes, String expected, Problems problems) {
        CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
        CharBuffer decoded = CharBuffer.allocate(bytes.length + 1);
        CoderResult result = decoder.decode(ByteBuffer.wrap(bytes), decoded, true);
        String text = decoded.flip().toString();
        if (result.isError()) {
            problems.addAt(
                    lineAt(text, text.length()),
                    columnAt(text, text.length()),
                    "",
                    "not UTF-8 text (expected: " + expected + ")");
            return Optional.empty();
        }
        return Optional.of(text);
    }

    /** The root of a document, empty with a problem if it is not YAML or not within the limits. */
    public static Optional<Value> root(String text, Problems problems) {
        if (!isWithinLimits(text, problems)) {
            return Optional.empty();
        }
        try {
            Node node = yaml().compose(new StringReader(text));
            if (node == null) {
                problems.addAt(1, 1, "", "empty document (expected: keys and values)");
                return Optional.empty();
            }
            return Optional.of(Value.root(node, problems));
        } catch (YAMLException e) {
            addSyntaxError(e, problems);
            return Optional.empty();
        }
    }

    /** A SnakeYAML with our limits and our idea of scalars. */
    public static Yaml yaml() {
        LoaderOptions loading = new LoaderOptions();
        loading.setCodePointLimit(MOST_BYTES);
        loading.setNestingDepthLimit(DEEPEST);
        loading.setMaxAliasesForCollections(0);
        DumperOptions dumping = new DumperOptions();
        dumping.setDefaultFlowStyle(DumperOptions.FlowStyle.BLOCK);
        dumping.setAllowUnicode(true);
        dumping.setSplitLines(false);
        dumping.setLineBreak(DumperOptions.LineBreak.UNIX);
        return new Yaml(new SafeConstructor(loading), new Representer(dumping), dumping, loading, new CoreResolver());
    }

    private static boolean isWithinLimits(String text, Problems problems) {
        if (text.length() > MOST_BYTES) {
            problems.addAt(1, 1, "", tooLarge());
            return false;
        }
        return isPrintable(text, problems) && isFlatAndWithoutAliases(text, problems);
    }

    private static boolean isPrintable(String text, Problems problems) {
        int codePoint;
        for (int at = 0; at < text.length(); at += Character.charCount(codePoint)) {
            codePoint = text.codePointAt(at);
            if (!StreamReader.isPrintable(codePoint)) {
                String shown = String.format("character U+%04X", codePoint);
                problems.addAt(
                        lineAt(text, at), columnAt(text, at), "", shown + " (expected: YAML, which is printable text)");
                return false;
            }
        }
        return true;
    }

    /** Looks at the stream of events, which takes no more memory than the text, before a graph is built from it. */
    private static boolean isFlatAndWithoutAliases(String text, Problems problems) {
        int depth = 0;
        int before = problems.count();
        try {
            for (Event event : yaml().parse(new StringReader(text))) {
                if (event instanceof AliasEvent alias) {
                    problems.add(
                            alias.getStartMark(),
                            "",
                            (problems.areOfSecrets() ? "an alias" : "alias *" + alias.getAnchor())
                                    + " (expected: the value written out)");
                } else if (event instanceof CollectionStartEvent start && ++depth > DEEPEST) {
                    problems.add(
                            start.getStartMark(), "", "nested deeper than " + DEEPEST + " levels (expected: less)");
                    return false;
                } else if (event instanceof CollectionEndEvent) {
                    depth--;
                }
            }
        } catch (YAMLException e) {
            addSyntaxError(e, problems);
        }
        return problems.count() == before;
    }

    private static void addSyntaxError(YAMLException e, Problems problems) {
        if (e instanceof MarkedYAMLException secret && secret.getProblemMark() != null && problems.areOfSecrets()) {
            problems.add(
                    secret.getProblemMark(),
                    "",
                    "not valid YAML (expected: keys and values, as `key: value`; hint: text in double quotes)");
        } else if (e instanceof MarkedYAMLException marked && marked.getProblemMark() != null) {
            String context = marked.getContext() == null ? "" : marked.getContext() + ": ";
            problems.add(marked.getProblemMark(), "", "not valid YAML: " + context + marked.getProblem());
        } else {
            problems.addAt(1, 1, "", "not valid YAML: " + e.getMessage());
        }
    }

    private static String tooLarge() {
        return "larger than " + MOST_BYTES / 1024 + " KiB (expected: a document that a person writes)";
    }

    private static int lineAt(String text, int at) {
        return 1 + (int) text.substring(0, at).chars().filter(c -> c == '\n').count();
    }

    private static int columnAt(String text, int at) {
        return at - text.lastIndexOf('\n', at - 1);
    }
}
