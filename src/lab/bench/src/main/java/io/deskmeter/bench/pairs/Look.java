package io.deskmeter.bench.pairs;

import java.util.List;

/**
 * What the matcher said about one frame.
 *
 * @param shown about the picture that is shown
 * @param other about the one that is not
 */
record Look(Answer shown, Answer other) {
    /**
     * What counts of the looks at one picture, in their order. A wait ends with the first frame in which the landmark
     * is, so a picture that was taken for another one once is taken for it.
     *
     * @param refined whether the server sends the same pixels again, without loss, so that the first look is the one
     *     through the codec; else pictures may arrive in parts, and it is the last one
     */
    static Look judged(List<Look> looks, boolean refined) {
        Look judged = looks.get(refined ? 0 : looks.size() - 1);
        boolean everWrong = looks.stream().anyMatch(look -> look.other() == Answer.THERE);
        return everWrong ? new Look(judged.shown(), Answer.THERE) : judged;
    }
}
