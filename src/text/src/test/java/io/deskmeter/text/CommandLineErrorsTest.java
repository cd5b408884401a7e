package io.deskmeter.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

class CommandLineErrorsTest {
    enum Way {
        FAST,
        SLOW
    }

    record Size(int width) {}

    static final class SizeConverter implements ITypeConverter<Size> {
        @Override
        public Size convert(String text) {
            throw new TypeConversionException("size: " + text + " (expected: WIDTHxHEIGHT, as 800x600)");
        }
    }

    @Command(name = "load", mixinStandardHelpOptions = true)
    static final class Load implements Callable<Integer> {
        @Parameters(paramLabel = "PROFILE.yaml", description = "File of a run profile. It is read once.")
        @Nullable
        String profile;

        @Option(names = "--sessions", description = "Number of sessions (default: 1).")
        int sessions;

        @Option(names = "--share", description = "Share of them.")
        double share;

        @Option(names = "--way", description = "How.")
        @Nullable
        Way way;

        @Option(names = "--size", description = "Size in pixels.", converter = SizeConverter.class)
        @Nullable
        Size size;

        @Override
        public Integer call() {
            return 0;
        }
    }

    @Command(name = "./deskmeter")
    static final class Program implements Runnable {
        @Spec
        @Nullable
        CommandSpec spec;

        @Override
        public void run() {
            throw new ParameterException(
                    Objects.requireNonNull(spec).commandLine(), "command: none (expected: load; hint: --help)");
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            load p --sessions none    | --sessions: none (expected: a whole number; number of sessions (default: 1); hint: ./deskmeter load --help)
            load p --share much       | --share: much (expected: a number; share of them; hint: ./deskmeter load --help)
            load p --way sideways     | --way: sideways (expected: one of fast, slow; hint: ./deskmeter load --help)
            load p --size big         | --size: big (expected: WIDTHxHEIGHT, as 800x600; hint: ./deskmeter load --help)
            load                      | PROFILE.yaml: missing (expected: file of a run profile; hint: ./deskmeter load --help)
            load p --sessions         | --sessions: missing (expected: number of sessions (default: 1); hint: ./deskmeter load --help)
            load p q                  | q: unknown (expected: no further argument of ./deskmeter load; hint: ./deskmeter load --help)
            load --sesions 2          | --sesions: unknown (expected: an option of ./deskmeter load; hint: did you mean --sessions? ./deskmeter load --help)
            load p --sesions 2        | --sesions: unknown (expected: an option of ./deskmeter load; hint: did you mean --sessions? ./deskmeter load --help)
            load p --sesions=secret   | --sesions: unknown (expected: an option of ./deskmeter load; hint: did you mean --sessions? ./deskmeter load --help)
            load p abcdefghijklmnopqrstuvwxyz0 | abcdefghijklmnopqrstuvwx…: unknown (expected: no further argument of ./deskmeter load; hint: ./deskmeter load --help)
            load p --way fast --way slow | --way: given more than once (expected: once; hint: ./deskmeter load --help)
            lod                       | lod: unknown (expected: one of load; hint: did you mean load? ./deskmeter --help)
            ''                        | command: none (expected: load; hint: --help)
            """)
    void eachSaysWhatTheValueWhatWasExpectedAndWhereToRead(String arguments, String message) {
        StringWriter err = new StringWriter();
        CommandLine line = new CommandLine(new Program()).addSubcommand("load", new Load());
        line.setCaseInsensitiveEnumValuesAllowed(true);
        line.setErr(new PrintWriter(err, true));
        line.setParameterExceptionHandler(new CommandLineErrors("deskmeter"));

        int code = line.execute(arguments.isEmpty() ? new String[0] : arguments.split(" "));

        assertThat(err.toString().strip()).isEqualTo("deskmeter: " + message);
        assertThat(code).isEqualTo(2);
    }

    @ParameterizedTest
    @CsvSource({"agent,agent: check what?", "deskmeter,deskmeter: agent: check what?"})
    void aMessageThatBeginsWithTheProgramIsLeftAsItIs(String program, String printed) {
        StringWriter err = new StringWriter();
        CommandLine line = new CommandLine(new Load());
        line.setErr(new PrintWriter(err, true));
        new CommandLineErrors(program)
                .handleParseException(
                        new ParameterException(line, "agent: check what? (expected: keyboard)"), new String[0]);
        assertThat(err.toString().strip()).startsWith(printed);
    }
}
