package io.deskmeter.screen.viewer;

import io.deskmeter.screen.ScreenException;
import java.util.ArrayList;
import java.util.List;

/**
 * See {@link Viewer#freerdp()}.
 *
 * @param trust the arguments that say which certificates will do
 * @param picture the arguments that say how the picture is to be sent
 */
record FreeRdp(List<String> trust, List<String> picture) implements Viewer {
    /** All colours, no economy. */
    private static final List<String> BEST_PICTURE = List.of("/bpp:32", "/network:lan");

    private static final List<String> ARGUMENTS = List.of(
            "xfreerdp",
            "/v:${host}:${port}",
            "/u:${user}",
            "/from-stdin:force",
            "/size:${width}x${height}",
            "-grab-keyboard",
            "-toggle-fullscreen",
            "-decorations",
            "-clipboard",
            "/log-level:WARN");

    FreeRdp {
        trust = List.copyOf(trust);
        picture = List.copyOf(picture);
    }

    /** Whoever answers, with the best picture. */
    static FreeRdp ofAnyServer() {
        return new FreeRdp(List.of("/cert:ignore"), BEST_PICTURE);
    }

    /** The server with this certificate, with the best picture. */
    static FreeRdp of(String sha256) {
        return of(sha256, BEST_PICTURE);
    }

    /**
     * The server with this certificate. Without TLS there is none to look at: a false server that asks for RDP's own
     * security would be sent the password in a form that it can read.
     */
    static FreeRdp of(String sha256, List<String> picture) {
        return new FreeRdp(List.of("/cert:deny,fingerprint:sha256:" + sha256, "-sec-rdp"), picture);
    }

    /**
     * The password is asked for on the standard input before anything else; the keyboard is the one that the x11 screen
     * types on.
     */
    @Override
    public ViewerCommand command(ViewerTarget target) throws ScreenException {
        if (target.socket() != null || target.user() == null || target.password() == null) {
            throw new ScreenException(
                    "xfreerdp: " + target + " (expected: a target with host, port, user and password)");
        }
        List<String> command = new ArrayList<>(ARGUMENTS);
        command.addAll(picture);
        command.addAll(trust);
        command.add("/kbd:" + WindowsLayouts.of(target.layout()));
        if (target.domain() != null) {
            command.add("/d:${domain}");
        }
        if (target.application() != null) {
            command.add("/shell:${application}");
        }
        if (target.heard()) {
            command.add("/sound:sys:pulse");
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
