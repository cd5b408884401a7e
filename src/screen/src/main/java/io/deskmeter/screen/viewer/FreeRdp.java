package io.deskmeter.screen.viewer;

import io.deskmeter.screen.ScreenException;
import java.util.ArrayList;
import java.util.List;

/**
 * See {@link Viewer#freerdp()}.
 *
 * @param trust the argument that selects the accepted certificates
 */
record FreeRdp(String trust) implements Viewer {
    private static final List<String> ARGUMENTS = List.of(
            "xfreerdp",
            "/v:${host}:${port}",
            "/u:${user}",
            "/from-stdin:force",
            "/size:${width}x${height}",
            "/bpp:32",
            "/network:lan",
            "/kbd:0x409",
            "-grab-keyboard",
            "-toggle-fullscreen",
            "-decorations",
            "-clipboard",
            "/log-level:WARN");

    /** The client reads the password from its standard input first; the keyboard layout is that of the x11 screen. */
    @Override
    public ViewerCommand command(ViewerTarget target) throws ScreenException {
        if (target.socket() != null || target.user() == null || target.password() == null) {
            throw new ScreenException(
                    "xfreerdp: " + target + " (expected: a target with host, port, user and password)");
        }
        List<String> command = new ArrayList<>(ARGUMENTS);
        command.add(trust);
        if (target.domain() != null) {
            command.add("/d:${domain}");
        }
        if (target.application() != null) {
            command.add("/shell:${application}");
        }
        return ViewerCommand.of(command).withInput("${password}\n");
    }

    @Override
    public String debianPackage() {
        return "freerdp2-x11";
    }

    @Override
    public String toString() {
        return "xfreerdp";
    }
}
