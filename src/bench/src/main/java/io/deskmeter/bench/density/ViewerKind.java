package io.deskmeter.bench.density;

import java.util.Arrays;
import java.util.Locale;

/** By what desktops are seen. */
enum ViewerKind {
    /** The product's own client. */
    RFB(1, 8, 12),
    /** TigerVNC's viewer in an Xvfb of its own, which the x11 screen watches. */
    VNCVIEWER(150, 3, 70),
    /** FreeRDP's client in an Xvfb of its own, which the x11 screen watches; its desktop is behind a private xrdp. */
    XFREERDP(150, 3, 110);

    /** Start-up time that one session may take at worst, in milliseconds, when many start. */
    final int startMillis;

    /** Sessions that may be starting at one time. */
    final int startsAtOnce;

    /** A guess at what one session takes, in MB; only to decide whether to begin where nothing has been measured. */
    final int guessMb;

    ViewerKind(int startMillis, int startsAtOnce, int guessMb) {
        this.startMillis = startMillis;
        this.startsAtOnce = startsAtOnce;
        this.guessMb = guessMb;
    }

    /** As on the command line and in rows. */
    String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    static ViewerKind of(String word) {
        return Arrays.stream(values())
                .filter(kind -> kind.word().equals(word))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "viewer: " + word + " (expected: " + String.join(", ", words()) + ")"));
    }

    private static String[] words() {
        return Arrays.stream(values()).map(ViewerKind::word).toArray(String[]::new);
    }
}
