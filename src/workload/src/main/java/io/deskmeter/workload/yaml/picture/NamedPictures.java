package io.deskmeter.workload.yaml.picture;

import io.deskmeter.workload.targets.Agentless.Picture;
import io.deskmeter.workload.yaml.document.Value;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The pictures that a target brings with it: each is in the document itself. */
public final class NamedPictures implements LandmarkNames {
    private final Set<Picture> pictures = new LinkedHashSet<>();

    @Override
    public String read(Value value) {
        Picture picture = PictureText.read(value);
        pictures.add(picture);
        return picture.landmark();
    }

    /** Those that were read, each once. */
    public List<Picture> pictures() {
        return List.copyOf(pictures);
    }
}
