package io.deskmeter.bench.density;

import io.deskmeter.agent.viewer.DesktopViewer;

/** What is known beforehand of a way to see desktops. */
enum ViewerKind {
    RFB(DesktopViewer.RFB, 8, 10, 12),
    VNCVIEWER(DesktopViewer.VNCVIEWER, 3, 800, 70),
    XFREERDP(DesktopViewer.XFREERDP, 3, 1500, 130);

    private final DesktopViewer through;
    private final int startsAtOnce;
    private final int startMillis;
    private final int guessMb;

    ViewerKind(DesktopViewer through, int startsAtOnce, int startMillis, int guessMb) {
        this.through = through;
        this.startsAtOnce = startsAtOnce;
        this.startMillis = startMillis;
        this.guessMb = guessMb;
    }

    /**
     * By what people type.
     *
     * @throws IllegalArgumentException if it is no way to see desktops
     */
    static ViewerKind of(String word) {
        return valueOf(DesktopViewer.parse(word).name());
    }

    /** As on the command line and in rows. */
    String word() {
        return through.label();
    }

    DesktopViewer through() {
        return through;
    }

    /** Sessions that may be starting at one time. */
    int startsAtOnce() {
        return startsAtOnce;
    }

    /** What the start of one session takes at worst, when many start. */
    int startMillis() {
        return startMillis;
    }

    /** A guess at what one session takes, in bytes; only to decide whether to begin where nothing has been measured. */
    long guessBytes() {
        return (long) guessMb << 20;
    }
}
