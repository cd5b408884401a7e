package io.deskmeter.controller;

import io.deskmeter.controller.cli.Commands;
import io.deskmeter.controller.faults.FatalErrors;
import io.deskmeter.text.CommandName;

/** Where the program begins. */
public final class ControllerMain {
    private ControllerMain() {}

    /** See {@code --help}. */
    public static void main(String[] args) {
        FatalErrors.endProgram();
        System.setOut(CommandName.in(System.out));
        System.setErr(CommandName.in(System.err));
        System.exit(Commands.execute(args, System.out, System.err));
    }
}
