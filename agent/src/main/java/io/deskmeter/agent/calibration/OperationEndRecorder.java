package io.deskmeter.agent.calibration;

import io.deskmeter.agent.evidence.recorder.EvidenceRequest;
import io.deskmeter.agent.evidence.recorder.FrameRecorder;
import io.deskmeter.screen.Frame;
import io.deskmeter.screen.FrameUpdate;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Keeps the picture before each operation's input, and hands it on with the picture at its end. */
final class OperationEndRecorder implements FrameRecorder {
    private final Consumer<OperationEnd> receiver;
    private @Nullable Frame armed;

    /** @param receiver returns immediately */
    OperationEndRecorder(Consumer<OperationEnd> receiver) {
        this.receiver = receiver;
    }

    @Override
    public void see(FrameUpdate update) {}

    @Override
    public void armed(Frame frame) {
        armed = frame.copy();
    }

    @Override
    public void judged(Frame frame, long likelyShownAt) {}

    @Override
    public void ended(EvidenceRequest request, Frame frame) {
        receiver.accept(new OperationEnd(request.timing(), request.condition(), armed, frame.copy()));
        armed = null;
    }

    @Override
    public void close() {
        armed = null;
    }
}
