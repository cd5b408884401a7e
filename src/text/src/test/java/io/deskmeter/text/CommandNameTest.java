package io.deskmeter.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class CommandNameTest {
    private static final String TEXT =
            "hint: ./deskmeter doctor; `./deskmeter run` für alle, ../deskmeter, a/./deskmeter, ./deskmeter.yaml, ./deskmeter";

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    @AfterEach
    void inATreeAgain() {
        System.clearProperty(CommandName.PROPERTY);
    }

    @Test
    void inATreeNothingChanges() {
        PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);
        assertThat(CommandName.in(TEXT)).isEqualTo(TEXT);
        assertThat(CommandName.in(out)).isSameAs(out);
    }

    @Test
    void anInstalledCommandIsCalledAsItIsAndPathsStay() {
        System.setProperty(CommandName.PROPERTY, "deskmeter");
        String installed =
                "hint: deskmeter doctor; `deskmeter run` für alle, ../deskmeter, a/./deskmeter, ./deskmeter.yaml, deskmeter";
        assertThat(CommandName.in(TEXT)).isEqualTo(installed);
        PrintStream out = CommandName.in(new PrintStream(bytes, true, StandardCharsets.UTF_8));
        out.println(TEXT);
        out.write('x');
        out.printf("%s%n", TEXT);
        assertThat(bytes.toString(StandardCharsets.UTF_8)).isEqualTo(installed + "\nx" + installed + "\n");
    }

    /** Reproducer: a usage in colours kept the name of a tree. */
    @Test
    void theNameBehindAColourIsReplacedToo() {
        System.setProperty(CommandName.PROPERTY, "deskmeter");
        assertThat(CommandName.in("Usage: \u001b[1m./deskmeter agent desktop\u001b[21m\u001b[0m [\u001b[33m-hV]"))
                .isEqualTo("Usage: \u001b[1mdeskmeter agent desktop\u001b[21m\u001b[0m [\u001b[33m-hV]");
    }
}
