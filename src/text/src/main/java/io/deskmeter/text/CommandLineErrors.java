package io.deskmeter.text;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.OverwrittenOptionException;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * Says what is wrong with a command line as all messages do: the argument, its value, what was expected, and where to
 * read more. One line, without the page of its help.
 */
public final class CommandLineErrors implements IParameterExceptionHandler {
    private static final String EXPECTED = "(expected: ";
    /** Characters that are shown of an argument nobody knows: enough for a name and a path, too few for a secret. */
    private static final int SHOWN = 24;

    private final String program;

    /** @param program what messages begin with */
    public CommandLineErrors(String program) {
        this.program = program;
    }

    @Override
    public int handleParseException(ParameterException error, String[] arguments) {
        CommandLine command = error.getCommandLine();
        String message = message(error);
        String prefix = program + ": ";
        command.getErr().println(message.startsWith(prefix) ? message : prefix + message);
        return command.getCommandSpec().exitCodeOnInvalidInput();
    }

    private static String message(ParameterException error) {
        CommandLine command = error.getCommandLine();
        String said = PeerText.line(String.valueOf(error.getMessage()));
        List<String> unknown = command.getUnmatchedArguments();
        if (error instanceof UnmatchedArgumentException unmatched) {
            return unknown(command, unmatched.getUnmatched(), unmatched.getSuggestions());
        }
        // A name that is written wrongly is also one that is missing, and says more.
        if (error instanceof MissingParameterException missing) {
            return unknown.isEmpty() ? missing(command, missing) : unknown(command, unknown, List.of());
        }
        ArgSpec argument = error.getArgSpec();
        if (error instanceof OverwrittenOptionException twice) {
            return name(twice.getOverwritten()) + ": given more than once " + EXPECTED + "once" + help(command);
        }
        if (argument != null && error.getValue() != null) {
            String expected = expected(argument, error);
            return name(argument) + ": " + PeerText.line(error.getValue()) + " " + EXPECTED + expected
                    + (expected.contains("hint: ") ? ")" : help(command));
        }
        return said.contains(EXPECTED) || said.contains("(hint: ") ? said : said + " (hint: " + path(command) + ")";
    }

    private static String unknown(CommandLine command, List<String> arguments, List<String> suggestions) {
        CommandSpec spec = command.getCommandSpec();
        boolean option = arguments.stream().anyMatch(argument -> argument.startsWith("-"));
        String expected = option
                ? "an option of " + spec.qualifiedName()
                : spec.subcommands().isEmpty()
                        ? "no further argument of " + spec.qualifiedName()
                        : "one of " + String.join(", ", spec.subcommands().keySet());
        String similar = suggestions.isEmpty() ? "" : "did you mean " + String.join(" or ", suggestions) + "? ";
        return shown(arguments) + ": unknown " + EXPECTED + expected + "; hint: " + similar + path(command) + ")";
    }

    /**
     * Of an unknown option its name alone: what follows is likely its value, such as the token of a mistyped --join,
     * which must not get into a terminal's history or a service's journal.
     */
    private static String shown(List<String> arguments) {
        return arguments.stream()
                .filter(argument -> argument.startsWith("-"))
                .findFirst()
                .map(option -> option.split("=", 2)[0])
                .or(() -> arguments.stream().findFirst())
                .map(PeerText::line)
                .map(name -> name.length() > SHOWN ? name.substring(0, SHOWN) + "…" : name)
                .orElse("argument");
    }

    private static String missing(CommandLine command, MissingParameterException error) {
        List<ArgSpec> missing = error.getMissing();
        String names = missing.stream().map(CommandLineErrors::name).collect(Collectors.joining(", "));
        String expected = missing.stream().map(CommandLineErrors::described).collect(Collectors.joining("; "));
        return names.isEmpty()
                ? PeerText.line(String.valueOf(error.getMessage())) + " (hint: " + path(command) + ")"
                : names + ": missing " + EXPECTED + expected + help(command);
    }

    private static String name(ArgSpec argument) {
        return argument instanceof OptionSpec option ? option.longestName() : argument.paramLabel();
    }

    /** What a value must be, in words. */
    private static String expected(ArgSpec argument, ParameterException error) {
        Throwable cause = error.getCause();
        String ours = String.valueOf(cause == null ? error.getMessage() : cause.getMessage());
        int at = ours.indexOf(EXPECTED);
        if (at >= 0) {
            String words = ours.substring(at + EXPECTED.length());
            return words.substring(0, words.contains(")") ? words.lastIndexOf(')') : words.length());
        }
        Class<?> type = argument.typeInfo().getType();
        if (type.isEnum()) {
            return "one of " + String.join(", ", names(type));
        }
        return switch (type.getSimpleName().toLowerCase(Locale.ROOT)) {
            case "int", "integer", "long", "short" -> "a whole number; " + described(argument);
            case "double", "float" -> "a number; " + described(argument);
            case "boolean" -> "true or false";
            default -> described(argument);
        };
    }

    private static List<String> names(Class<?> type) {
        List<String> names = new ArrayList<>();
        Arrays.stream(type.getEnumConstants())
                .forEach(constant -> names.add(constant.toString().toLowerCase(Locale.ROOT)));
        return names;
    }

    /** The first sentence of its description. */
    private static String described(ArgSpec argument) {
        String whole = String.join(" ", argument.description());
        String first = whole.split("(?<=\\.)\\s", 2)[0].replaceFirst("\\.$", "");
        if (first.isEmpty()) {
            return argument.paramLabel();
        }
        boolean word = (first.length() > 1 && Character.isLowerCase(first.charAt(1))) || first.startsWith("A ");
        return word ? Character.toLowerCase(first.charAt(0)) + first.substring(1) : first;
    }

    private static String help(CommandLine command) {
        return "; hint: " + path(command) + ")";
    }

    private static String path(CommandLine command) {
        return command.getCommandSpec().qualifiedName() + " --help";
    }
}
