package io.deskmeter.controller.cli.console;

/** A command has failed; the message contains everything for the user. */
public final class CommandException extends Exception {
    private static final long serialVersionUID = 1L;

    private final int exitCode;

    CommandException(int exitCode, String message) {
        super(message);
        this.exitCode = exitCode;
    }

    public static CommandException input(String message) {
        return new CommandException(ExitCode.INVALID_INPUT, message);
    }

    public static CommandException failed(String message) {
        return new CommandException(ExitCode.RUN_FAILED, message);
    }

    public int exitCode() {
        return exitCode;
    }
}
