package io.deskmeter.agent.gesture;

/** How many frames of a gesture could be read. */
final class UnreadFrames {
    /** If more frames cannot be read, the rest says nothing of the gesture. */
    private static final double MOST_UNREAD = 0.1;

    private final String what;
    private int frames;
    private int unread;

    /** @param what is wrong with a frame that cannot be read, without a full stop */
    UnreadFrames(String what) {
        this.what = what;
    }

    void count(boolean isRead) {
        frames++;
        unread += isRead ? 0 : 1;
    }

    /** Why nothing can be told, without a full stop; empty if something can. */
    String problem() {
        if (frames == 0) {
            return "no frame came";
        }
        return unread > MOST_UNREAD * frames
                ? what + " on " + unread + " of " + frames + " frames (bound: " + Math.round(MOST_UNREAD * 100) + " %)"
                : "";
    }
}
