package io.deskmeter.controller.web.result;

import com.google.protobuf.InvalidProtocolBufferException;
import io.deskmeter.controller.store.result.EvidenceStore.Picture;
import io.deskmeter.evidence.FilmStrip;
import io.deskmeter.link.codec.FilmStripCodec;
import io.deskmeter.link.v1.EvidenceStrip;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the descriptions of operations as agents have sent them; of the files that they name, those count that the run
 * has.
 */
final class StoredStrips {
    private static final Logger LOG = LoggerFactory.getLogger(StoredStrips.class);

    private StoredStrips() {}

    /**
     * Those that can be read.
     *
     * @param stored as received
     * @param pictures of the run
     */
    static List<FilmStrip> read(String runId, List<byte[]> stored, List<Picture> pictures) {
        Set<String> names = pictures.stream().map(Picture::name).collect(Collectors.toSet());
        List<FilmStrip> strips = new ArrayList<>();
        for (byte[] each : stored) {
            try {
                strips.add(FilmStripCodec.decode(EvidenceStrip.parseFrom(each)).ofStored(names));
            } catch (InvalidProtocolBufferException | IllegalArgumentException e) {
                LOG.warn(
                        "run {}: the description of one operation with pictures is left out: {}",
                        runId,
                        e.getMessage());
            }
        }
        return strips;
    }
}
