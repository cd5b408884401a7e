package io.deskmeter.workload.targets;

import io.deskmeter.workload.step.Handler;
import io.deskmeter.workload.targets.Agentless.Picture;
import java.util.List;

/**
 * What is done about windows of the target itself, whatever the workload: from the first picture of the logon on.
 *
 * @param handlers whose landmarks are the names of the pictures
 * @param pictures every picture that they name
 */
public record TargetHandlers(List<Handler> handlers, List<Picture> pictures) {
    public static final TargetHandlers NONE = new TargetHandlers(List.of(), List.of());

    public TargetHandlers {
        handlers = List.copyOf(handlers);
        pictures = List.copyOf(pictures);
    }
}
