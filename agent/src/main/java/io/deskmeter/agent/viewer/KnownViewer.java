package io.deskmeter.agent.viewer;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Viewers that a profile may start without permission, but not with any argument: both have options that start other
 * programs (a gateway's, an action script), load libraries, write files, or share this machine's files with the host.
 * Therefore only listed arguments are accepted.
 *
 * @param names of the program
 * @param accepts whether an argument of the profile only affects the display
 */
record KnownViewer(List<String> names, Predicate<String> accepts) {
    private static final Pattern VNC_OPTION = Pattern.compile("--?([A-Za-z0-9]+)(=.*)?", Pattern.DOTALL);
    private static final Set<String> VNC_OPTIONS = Set.of(
            ("acceptclipboard alertonfatalerror autoselect compresslevel customcompresslevel desktopsize dotwhennocursor"
                            + " fullcolor fullscreen fullscreenmode fullscreensystemkeys geometry lowcolorlevel maximize menukey"
                            + " nojpeg passwd passwordfile pointereventinterval preferredencoding qualitylevel"
                            + " reconnectonerror remoteresize securitytypes sendclipboard sendprimary setprimary shared viewonly")
                    .split(" "));

    private static final Pattern RDP_OPTION = Pattern.compile("[/+-]([A-Za-z0-9-]+)([:=].*)?", Pattern.DOTALL);
    private static final Set<String> RDP_OPTIONS =
            Set.of(("admin aero app app-cmd app-name async-input async-update audio-mode authentication auto-reconnect"
                            + " auto-reconnect-max-retries auth-only bitmap-cache bpp cert cert-ignore cert-name cert-tofu clipboard"
                            + " codec-cache compression compression-level d decorations dynamic-resolution encryption-methods f"
                            + " fast-path floatbar fonts frame-ack from-stdin gdi gfx gfx-progressive gfx-small-cache gfx-thin-client"
                            + " glyph-cache grab-keyboard grab-mouse h jpeg jpeg-quality kbd kbd-lang kbd-layout log-level menu-anims"
                            + " mouse-motion mouse-relative network nsc offscreen-cache port reconnect-cookie relax-order-checks rfx"
                            + " rfx-mode sec scale scale-desktop scale-device shell size smart-sizing suppress-output t themes timeout"
                            + " title tls tls-ciphers tls-seclevel toggle-fullscreen u unmap-buttons v vmconnect w wallpaper"
                            + " window-drag workarea")
                    .split(" "));

    /**
     * TigerVNC's viewer, which also accepts {@code NAME=VALUE} without a dash, so any other argument must be the host;
     * and FreeRDP's.
     */
    static final List<KnownViewer> ALL = List.of(
            new KnownViewer(List.of("vncviewer", "xtigervncviewer"), KnownViewer::isOfVncViewer),
            new KnownViewer(List.of("xfreerdp", "xfreerdp3"), KnownViewer::isOfFreeRdp));

    private static boolean isOfVncViewer(String argument) {
        return argument.startsWith("${host}")
                || argument.equals("${socket}")
                || isListed(VNC_OPTION.matcher(argument), VNC_OPTIONS);
    }

    /** The sound's part after {@code sys:} names a library to load, so only one of them will do. */
    private static boolean isOfFreeRdp(String argument) {
        return argument.equals("/sound:sys:pulse") || isListed(RDP_OPTION.matcher(argument), RDP_OPTIONS);
    }

    private static boolean isListed(Matcher option, Set<String> options) {
        return option.matches() && options.contains(option.group(1).toLowerCase(Locale.ROOT));
    }
}
