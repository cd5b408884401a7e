package io.deskmeter.screen.viewer;

import io.deskmeter.screen.ScreenException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A client program that shows remote desktops. */
public interface Viewer {
    /** How it is started for a target; throws where it cannot show such a one. */
    ViewerCommand command(ViewerTarget target) throws ScreenException;

    /** The Debian package that brings it, for messages to people; null if unknown. */
    default @Nullable String debianPackage() {
        return null;
    }

    /**
     * TigerVNC's {@code vncviewer}: one full screen, nothing scaled, no menu, no dialogs, pictures without loss.
     *
     * <p>It shows what its server sends at once; passwords are VncAuth's or, with a user, Plain's.
     */
    static Viewer vnc() {
        return new TigerVnc();
    }

    /**
     * FreeRDP's {@code xfreerdp}; takes whatever certificate the server shows. For targets with a user. A target's application is asked for
     * as the session's shell ("alternate shell"), which takes the place of the desktop.
     */
    static Viewer freerdp() {
        return new FreeRdp("/cert:ignore");
    }

    /**
     * FreeRDP's {@code xfreerdp}, for a server with this certificate only.
     *
     * @param sha256 hexadecimal pairs joined by colons
     */
    static Viewer freerdp(String sha256) {
        return new FreeRdp("/cert:deny,fingerprint:sha256:" + sha256);
    }

    /**
     * The same with a picture that saves bandwidth, or time.
     *
     * @param picture arguments in place of {@code /bpp:32} and {@code /network:lan}
     */
    static Viewer freerdp(String sha256, List<String> picture) {
        return new FreeRdp("/cert:deny,fingerprint:sha256:" + sha256, picture);
    }

    /** FreeRDP's {@code xfreerdp}, for servers that an authority of this machine's own list vouches for, by the name that is connected to. */
    static Viewer freerdpOfTrustedServers() {
        return new FreeRdp("/cert:deny");
    }

    /** Any program, by a template of its command line. */
    static Viewer command(List<String> template) {
        return command(ViewerCommand.of(template));
    }

    /** Any program, by a template of its command line and of what is handed over to it otherwise. */
    static Viewer command(ViewerCommand template) {
        return new TemplateViewer(template);
    }
}
