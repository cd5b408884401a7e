package io.deskmeter.controller.cli;

/** A command has failed; the message contains everything for the user. */
final class CommandException extends Exception {
    private static final long serialVersionUID = 1L;

    private final int exitCode;

    CommandException(int exitCode, String message) {
        super(message);
        this.exitCode = exitCode;
    }

    static CommandException input(String message) {
        return new CommandException(ExitCode.INVALID_INPUT, message);
    }

    static CommandException failed(String message) {
        return new CommandException(ExitCode.RUN_FAILED, message);
    }

    int exitCode() {
        return exitCode;
    }
}
