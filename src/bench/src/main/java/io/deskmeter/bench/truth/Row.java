package io.deskmeter.bench.truth;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One row of the table.
 *
 * @param screen how it is called
 * @param load other work on the machine
 * @param maker of its bed
 * @param scans whether the alternative looks instead of the agent
 */
record Row(String screen, String load, BedMaker maker, boolean scans) {
    private static final Map<String, BedMaker> SCREENS = screens();
    private static final String SCAN_LOOP = "scan-loop";

    /** Makes a bed. */
    interface BedMaker {
        Bed make(Beds beds) throws Exception;
    }

    private static Map<String, BedMaker> screens() {
        Map<String, BedMaker> makers = new LinkedHashMap<>();
        makers.put("rfb", Beds::rfb);
        makers.put("rfb-xvnc", Beds::xvnc);
        makers.put("x11", Beds::xvfb);
        makers.put("scan-loop", Beds::rfb);
        return makers;
    }

    /**
     * All rows.
     *
     * @param screens null for all
     * @throws IllegalArgumentException for one that is unknown
     */
    static List<Row> of(@Nullable List<String> screens, List<String> loads) {
        List<Row> rows = new ArrayList<>();
        for (String load : loads) {
            if (!load.equals(Load.IDLE) && !load.equals(Load.FULL)) {
                throw new IllegalArgumentException("load: " + load + " (expected: idle or full)");
            }
            for (String screen : screens == null ? SCREENS.keySet() : screens) {
                BedMaker maker = SCREENS.get(screen);
                if (maker == null) {
                    throw new IllegalArgumentException(
                            "screen: " + screen + " (expected: of " + SCREENS.keySet() + ")");
                }
                rows.add(new Row(screen, load, maker, screen.equals(SCAN_LOOP)));
            }
        }
        return rows;
    }

    Bed bed(Beds beds) throws Exception {
        return maker.make(beds);
    }

    @Override
    public String toString() {
        return screen + " " + load;
    }
}
