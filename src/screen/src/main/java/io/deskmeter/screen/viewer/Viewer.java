package io.deskmeter.screen.viewer;

import io.deskmeter.screen.ScreenException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A client program that shows remote desktops. */
public interface Viewer {
    /** How it is started for a target; throws if it cannot display such a target. */
    ViewerCommand command(ViewerTarget target) throws ScreenException;

    /** The Debian package that contains it, for messages; null if unknown. */
    default @Nullable String debianPackage() {
        return null;
    }

    /**
     * TigerVNC's {@code vncviewer}: full screen, without scaling, menu or dialogs, with lossless pictures.
     *
     * <p>It displays updates immediately; passwords are sent with VncAuth or, with a user, with Plain.
     */
    static Viewer vnc() {
        return new TigerVnc();
    }

    /**
     * FreeRDP's {@code xfreerdp}; accepts any certificate. For targets with a user. A target's application is requested
     * as the session's shell ("alternate shell"), which replaces the desktop.
     */
    static Viewer freerdp() {
        return FreeRdp.ofAnyServer();
    }

    /**
     * FreeRDP's {@code xfreerdp}, for a server with this certificate only.
     *
     * @param sha256 hexadecimal pairs joined by colons
     */
    static Viewer freerdp(String sha256) {
        return FreeRdp.of(sha256);
    }

    /**
     * The same with a picture that saves bandwidth, or time.
     *
     * @param picture arguments in place of {@code /bpp:32} and {@code /network:lan}
     */
    static Viewer freerdp(String sha256, List<String> picture) {
        return FreeRdp.of(sha256, picture);
    }

    /** Any program, by a template of its command line. */
    static Viewer command(List<String> template) {
        return command(ViewerCommand.of(template));
    }

    /** Any program, by a template of its command line, environment, input and files. */
    static Viewer command(ViewerCommand template) {
        return new TemplateViewer(template);
    }
}
