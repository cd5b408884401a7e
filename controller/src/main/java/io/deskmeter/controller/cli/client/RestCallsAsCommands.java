package io.deskmeter.controller.cli.client;

import java.util.Map;

/**
 * Messages of the controller name requests where something can be looked up or changed. Whoever has sent a command gets
 * to know the command instead.
 */
final class RestCallsAsCommands {
    private static final Map<String, String> COMMANDS = Map.of(
            "PUT /api/v1/users/NAME", "`./deskmeter user role NAME ROLE`",
            "one of GET /api/v1/users)", "one of `./deskmeter user list`)",
            "one of GET /api/v1/tokens)", "one of `./deskmeter token list`)",
            "one of GET /api/v1/enrolments/agents)", "one of those on the page Agents of the controller)",
            "GET /api/v1/runs)", "`./deskmeter runs list`)");

    private RestCallsAsCommands() {}

    static String asCommands(String message) {
        String said = message;
        for (Map.Entry<String, String> command : COMMANDS.entrySet()) {
            said = said.replace(command.getKey(), command.getValue());
        }
        return said;
    }
}
