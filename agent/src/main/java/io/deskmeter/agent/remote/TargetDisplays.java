package io.deskmeter.agent.remote;

import io.deskmeter.agent.desktop.ClientSessionFolder;
import io.deskmeter.link.v1.SessionSlot;
import io.deskmeter.screen.FrameListener;
import io.deskmeter.screen.KeyPosition;
import io.deskmeter.screen.Screen;
import io.deskmeter.screen.rfb.RfbKeyboard;
import io.deskmeter.screen.rfb.RfbScreens;
import io.deskmeter.screen.rfb.RfbSecurity;
import io.deskmeter.screen.rfb.RfbSettings;
import io.deskmeter.screen.rfb.RfbTarget;
import io.deskmeter.screen.rfb.Trust;
import io.deskmeter.screen.rfb.handshake.SecurityType;
import io.deskmeter.screen.viewer.Viewer;
import io.deskmeter.screen.viewer.ViewerScreens;
import io.deskmeter.screen.viewer.ViewerSettings;
import io.deskmeter.screen.viewer.ViewerTarget;
import io.deskmeter.screen.x11.X11Screens;
import io.deskmeter.workload.targets.KeyboardLayout;
import io.deskmeter.workload.targets.Target;
import io.deskmeter.workload.targets.TargetKeyboard;
import io.deskmeter.workload.targets.VncSecurity;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Opens the displays of sessions on other machines. Starts no threads before the first display. */
public final class TargetDisplays implements AutoCloseable {
    private final RfbScreens rfb;
    private final X11Screens x11;
    private final ViewerScreens viewers;

    /** @param nanoTime monotonic nanoseconds; stamps frames and input */
    public TargetDisplays(LongSupplier nanoTime) {
        this.rfb = new RfbScreens(nanoTime, 1);
        this.x11 = new X11Screens(nanoTime);
        this.viewers = new ViewerScreens(x11, nanoTime);
    }

    /**
     * Opens the display of a session.
     *
     * @param within how long the client program may take
     */
    public CompletableFuture<Screen> open(
            Target target,
            SessionSlot slot,
            ClientSessionFolder clientFolder,
            Duration within,
            FrameListener listener,
            Executor executor) {
        if (target instanceof Target.VncDesktops vnc) {
            return rfb.connect(rfbTarget(slot), rfbSettings(vnc), listener, executor);
        }
        ViewerSettings settings = settings(target, clientFolder, within);
        ViewerTarget place = ViewerTarget.tcp(slot.getHost(), slot.getPort())
                .as(orNull(slot.getUser()), orNull(slot.getPassword()))
                .in(orNull(slot.getDomain()))
                .typing(layout(target.keyboard()));
        if (target instanceof Target.RdpHosts rdp) {
            return viewers.open(
                    freerdp(rdp.certificate()),
                    place.running(rdp.application().orElse(null))
                            .heard(!clientFolder.soundEnvironment().isEmpty()),
                    settings,
                    listener,
                    executor);
        }
        Target.ViewerHosts other = (Target.ViewerHosts) target;
        return viewers.open(Viewer.command(other.command()), place, settings, listener, executor);
    }

    /**
     * Opens what a terminal server shows to clients that name no user.
     *
     * @param within how long the client program may take
     */
    public CompletableFuture<Screen> openWithoutUser(
            Target.RdpHosts target,
            SessionSlot slot,
            ClientSessionFolder clientFolder,
            Duration within,
            FrameListener listener,
            Executor executor) {
        ViewerTarget place =
                ViewerTarget.tcp(slot.getHost(), slot.getPort()).as("", "").typing(layout(target.keyboard()));
        return viewers.open(
                freerdp(target.certificate()), place, settings(target, clientFolder, within), listener, executor);
    }

    private static ViewerSettings settings(Target target, ClientSessionFolder clientFolder, Duration within) {
        Map<String, String> environment = new TreeMap<>(clientFolder.mark());
        environment.putAll(clientFolder.soundEnvironment());
        return ViewerSettings.of(target.width(), target.height())
                .withEnvironment(environment)
                .withFolder(clientFolder.folder())
                .withConnectTimeout(within)
                .fromTheStart();
    }

    /** As a profile says. */
    public static RfbSettings rfbSettings(Target.VncDesktops vnc) {
        return rfbSettings(vnc.jpegQuality())
                .withKeyboard(keyboard(vnc.keyboard()))
                .withSecurity(security(vnc.security()));
    }

    private static RfbSecurity security(VncSecurity told) {
        return new RfbSecurity(types(told), trust(told.certificate()));
    }

    /**
     * Where the profile tells a fingerprint or a file, a certificate must be shown: whoever has none could be anybody.
     */
    private static List<SecurityType> types(VncSecurity told) {
        if (!told.types().isEmpty()) {
            return told.types().stream().map(SecurityType::named).toList();
        }
        Trust.Kind kind = trust(told.certificate()).kind();
        boolean named = kind == Trust.Kind.FINGERPRINT || kind == Trust.Kind.FILE;
        return SecurityType.all().stream()
                .filter(type -> !named || type.showsCertificate())
                .toList();
    }

    /** Which certificates will do, as a profile says. */
    public static Trust trust(String certificate) {
        if (certificate.startsWith(Target.CERTIFICATE_FINGERPRINT)) {
            return Trust.fingerprint(certificate.substring(Target.CERTIFICATE_FINGERPRINT.length()));
        }
        if (certificate.startsWith(Target.CERTIFICATE_FILE)) {
            return Trust.file(Path.of(certificate.substring(Target.CERTIFICATE_FILE.length())));
        }
        return certificate.equals(Target.ANY_CERTIFICATE) ? Trust.any() : Trust.system();
    }

    /** With the picture that a profile asks for; without loss where it asks for none. */
    public static RfbSettings rfbSettings(OptionalInt jpegQuality) {
        RfbSettings lossless = RfbSettings.defaults();
        return jpegQuality.isPresent() ? lossless.withJpegQuality(jpegQuality.getAsInt()) : lossless;
    }

    /**
     * What a profile tells of the keyboard of its desktops: of texts with characters that it lacks nobody knows whether
     * the server types them.
     */
    public static RfbKeyboard keyboard(TargetKeyboard told) {
        RfbKeyboard.Others others =
                told.text() == TargetKeyboard.Text.KEYSYMS ? RfbKeyboard.Others.SENT : RfbKeyboard.Others.REFUSED;
        return told.layout()
                .map(layout -> new RfbKeyboard(layout.name(), positions(layout), others))
                .orElseGet(() -> RfbKeyboard.unknown().withOthers(others));
    }

    /**
     * Of the display in which a client program runs. Profiles that type and tell no layout are refused, so that none is
     * told only where nothing depends on it.
     */
    private static String layout(TargetKeyboard told) {
        return told.layout().map(KeyboardLayout::name).orElse("us");
    }

    private static Map<Integer, KeyPosition> positions(KeyboardLayout layout) {
        Map<Integer, KeyPosition> positions = new TreeMap<>();
        layout.keys()
                .forEach((character, key) ->
                        positions.put(character, new KeyPosition(key.scancode(), key.shift(), key.altGr())));
        return positions;
    }

    /** The RFB target of a slot. */
    public static RfbTarget rfbTarget(SessionSlot slot) {
        RfbTarget place = RfbTarget.tcp(slot.getHost(), slot.getPort());
        RfbTarget named = slot.getUser().isEmpty() ? place : place.withUser(slot.getUser());
        return slot.getPassword().isEmpty() ? named : named.withPassword(slot.getPassword());
    }

    private static Viewer freerdp(String certificate) {
        Trust trust = trust(certificate);
        String fingerprint = trust.fingerprint();
        if (fingerprint != null) {
            return Viewer.freerdp(fingerprint);
        }
        return trust.kind() == Trust.Kind.ANY ? Viewer.freerdp() : new CertifiedRdp(trust);
    }

    private static @Nullable String orNull(String text) {
        return text.isEmpty() ? null : text;
    }

    /** Closes all displays and waits some seconds until all their programs have ended. */
    @Override
    public void close() {
        viewers.close();
        x11.close();
        rfb.close();
    }
}
