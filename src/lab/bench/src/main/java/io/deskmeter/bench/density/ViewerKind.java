package io.deskmeter.bench.density;

import io.deskmeter.agent.viewer.DesktopViewer;

/** The properties of a viewer. */
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
     * Finds a viewer by the name on the command line.
     *
     * @throws IllegalArgumentException if it is unknown
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

    /** The number of sessions that may start at the same time. */
    int startsAtOnce() {
        return startsAtOnce;
    }

    /** The longest start of one session, when many start. */
    int startMillis() {
        return startMillis;
    }

    /** An estimate of one session's memory in bytes, to decide whether to begin without a measurement. */
    long guessBytes() {
        return (long) guessMb << 20;
    }
}
