package io.deskmeter.link.codec;

import com.google.protobuf.ByteString;
import io.deskmeter.evidence.FilmStrip;
import io.deskmeter.evidence.FilmStripFrame;
import io.deskmeter.evidence.GesturePath;
import io.deskmeter.evidence.LandmarkImage;
import io.deskmeter.evidence.WorstSecond;
import io.deskmeter.link.v1.EvidenceFrame;
import io.deskmeter.link.v1.EvidenceGesture;
import io.deskmeter.link.v1.EvidenceLandmark;
import io.deskmeter.link.v1.EvidenceSecond;
import io.deskmeter.link.v1.EvidenceStrip;
import java.util.Arrays;
import java.util.stream.Collectors;

/** Converts the description of a film strip to and from its message. */
public final class FilmStripCodec {
    private FilmStripCodec() {}

    /** The message of a strip of this run. */
    public static EvidenceStrip encode(String runId, FilmStrip strip) {
        EvidenceStrip.Builder builder = EvidenceStrip.newBuilder()
                .setTiming(TimingCodec.encode(runId, strip.timing()))
                .setWhy(strip.why())
                .setCondition(strip.condition())
                .addAllPlaces(strip.places())
                .addAllFiles(strip.files());
        strip.shots()
                .forEach(shot -> builder.addFrames(EvidenceFrame.newBuilder()
                        .setSequence(shot.sequence())
                        .setSinceFiredNanos(shot.sinceFiredNanos())
                        .setMoment(shot.moment().name())
                        .setLeftOut(shot.leftOut())));
        strip.landmarks()
                .forEach(landmark -> builder.addLandmarks(EvidenceLandmark.newBuilder()
                        .setName(landmark.name())
                        .setPng(ByteString.copyFrom(landmark.png()))));
        WorstSecond second = strip.second();
        if (second != null) {
            builder.setSecond(EvidenceSecond.newBuilder()
                    .setNumber(second.number())
                    .addAllFigures(second.figures())
                    .setSound(second.sound())
                    .setPicture(second.picture())
                    .addAllMissing(second.missing()));
        }
        GesturePath gesture = strip.gesture();
        if (gesture != null) {
            builder.setGesture(EvidenceGesture.newBuilder()
                    .addAllFigures(gesture.figures())
                    .setPicture(gesture.picture()));
        }
        return builder.build();
    }

    /**
     * The strip.
     *
     * @throws IllegalArgumentException if its timing or the moment of a frame is unknown to this version
     */
    public static FilmStrip decode(EvidenceStrip strip) {
        return new FilmStrip(
                TimingCodec.decode(strip.getTiming()),
                strip.getWhy(),
                strip.getCondition(),
                strip.getPlacesList(),
                strip.getFramesList().stream().map(FilmStripCodec::shot).toList(),
                strip.getLandmarksList().stream()
                        .map(landmark -> new LandmarkImage(
                                landmark.getName(), landmark.getPng().toByteArray()))
                        .toList(),
                strip.getFilesList(),
                strip.hasSecond() ? second(strip.getSecond()) : null,
                strip.hasGesture()
                        ? new GesturePath(
                                strip.getGesture().getFiguresList(),
                                strip.getGesture().getPicture())
                        : null);
    }

    private static WorstSecond second(EvidenceSecond second) {
        return new WorstSecond(
                second.getNumber(),
                second.getFiguresList(),
                second.getSound(),
                second.getPicture(),
                second.getMissingList());
    }

    private static FilmStripFrame shot(EvidenceFrame shot) {
        return new FilmStripFrame(
                shot.getSequence(), shot.getSinceFiredNanos(), moment(shot.getMoment()), shot.getLeftOut());
    }

    private static FilmStripFrame.Moment moment(String name) {
        return Arrays.stream(FilmStripFrame.Moment.values())
                .filter(moment -> moment.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("moment: " + name + " (expected: "
                        + Arrays.stream(FilmStripFrame.Moment.values())
                                .map(Enum::name)
                                .collect(Collectors.joining(", "))
                        + ")"));
    }
}
