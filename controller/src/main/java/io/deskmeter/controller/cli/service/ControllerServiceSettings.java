package io.deskmeter.controller.cli.service;

import io.deskmeter.controller.cli.console.CommandException;
import io.deskmeter.workload.InvalidDocumentException;
import io.deskmeter.workload.yaml.SettingsFile;
import io.deskmeter.workload.yaml.SettingsFile.Kind;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** The settings of a controller that is a service: options of its command, in a file. */
public final class ControllerServiceSettings {
    private static final String COMMAND = "controller";

    /** With these a service does not start, or does at each start what is to be done once. */
    private static final Set<String> NOT_IN_A_FILE =
            Set.of(SettingsFile.OPTION, "--help", "--version", "--new-authority");

    /** Of these the launcher has read the settings. */
    private static final Set<String> OF_THE_LAUNCHER = Set.of("--heap");

    private ControllerServiceSettings() {}

    /** The arguments of a command line, with the settings that they name. */
    public static String[] expand(CommandLine line, String[] args) throws CommandException {
        if (args.length == 0 || !args[0].equals(COMMAND)) {
            return args;
        }
        CommandLine command = Objects.requireNonNull(line.getSubcommands().get(COMMAND), COMMAND);
        Map<String, Kind> options = new LinkedHashMap<>();
        for (OptionSpec option : command.getCommandSpec().options()) {
            if (!NOT_IN_A_FILE.contains(option.longestName())) {
                options.put(option.longestName(), Kind.of(option.arity().max(), option.isMultiValue()));
            }
        }
        try {
            List<String> rest = Arrays.asList(args).subList(1, args.length);
            List<String> expanded = SettingsFile.expand(rest, options, OF_THE_LAUNCHER);
            String[] all = new String[expanded.size() + 1];
            all[0] = COMMAND;
            for (int i = 0; i < expanded.size(); i++) {
                all[i + 1] = expanded.get(i);
            }
            return all;
        } catch (InvalidDocumentException e) {
            throw CommandException.input(String.valueOf(e.getMessage()));
        }
    }
}
