package io.deskmeter.bench.truth;

import io.deskmeter.agent.viewer.DesktopViewer;
import io.deskmeter.bench.process.Load;
import io.deskmeter.testkit.truth.Relay;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One row of the table.
 *
 * @param screen its name
 * @param load other work on the machine
 * @param maker of its truth screen
 * @param network the network in between, for display
 * @param scans whether the alternative observes instead of the agent
 * @param probes whether quiet screens are probed
 */
record Row(String screen, String load, String network, TruthScreenFactory maker, boolean scans, boolean probes) {
    private static final Map<String, TruthScreenFactory> SCREENS = screens();
    private static final String SCAN_LOOP = "scan-loop";
    private static final String RELAY = "rfb-relay";
    private static final String NETEM = "rfb-netem";
    private static final String NO_NETWORK = "-";
    private static final List<Network.Conditions> CONDITIONS = List.of(
            new Network.Conditions(20, 0, 0), new Network.Conditions(20, 10, 0), new Network.Conditions(20, 10, 1));

    /** Makes a truth screen. */
    interface TruthScreenFactory {
        TruthScreen make(TruthScreens truthScreens) throws Exception;
    }

    private static Map<String, TruthScreenFactory> screens() {
        Map<String, TruthScreenFactory> makers = new LinkedHashMap<>();
        makers.put("rfb", TruthScreens::rfb);
        makers.put("rfb-xvnc", TruthScreens::xvnc);
        makers.put("x11", TruthScreens::xvfb);
        makers.put("vncviewer", truthScreens -> truthScreens.viewer(DesktopViewer.VNCVIEWER));
        makers.put("xfreerdp", truthScreens -> truthScreens.viewer(DesktopViewer.XFREERDP));
        makers.put("scan-loop", TruthScreens::rfb);
        return makers;
    }

    /**
     * All rows.
     *
     * @param screens null for all
     * @param probes the rows of each screen: with probes, without, or both
     * @throws IllegalArgumentException for one that is unknown
     */
    static List<Row> of(@Nullable List<String> screens, List<String> loads, List<Boolean> probes) {
        List<Row> rows = new ArrayList<>();
        for (String load : loads) {
            if (!load.equals(Load.IDLE) && !load.equals(Load.FULL)) {
                throw new IllegalArgumentException("load: " + load + " (expected: idle or full)");
            }
            for (String screen : screens == null ? all() : screens) {
                add(screen, load, probes, rows);
            }
        }
        return rows;
    }

    private static List<String> all() {
        List<String> names = new ArrayList<>(SCREENS.keySet());
        names.addAll(List.of(RELAY, NETEM));
        return names;
    }

    private static void add(String screen, String load, List<Boolean> probes, List<Row> rows) {
        TruthScreenFactory maker = SCREENS.get(screen);
        if (screen.equals(SCAN_LOOP)) {
            rows.add(new Row(screen, load, NO_NETWORK, TruthScreens::rfb, true, false));
        } else if (maker != null) {
            probes.forEach(probed -> rows.add(new Row(screen, load, NO_NETWORK, maker, false, probed)));
        } else if (!screen.equals(RELAY) && !screen.equals(NETEM)) {
            throw new IllegalArgumentException("screen: " + screen + " (expected: of " + all() + ")");
        } else if (load.equals(Load.IDLE)) {
            // The effects of a network and of a busy machine are measured separately.
            for (Network.Conditions conditions : CONDITIONS) {
                TruthScreenFactory net = screen.equals(RELAY)
                        ? truthScreens -> truthScreens.relayed(shape(conditions))
                        : truthScreens -> truthScreens.networked(conditions);
                probes.forEach(probed -> rows.add(new Row(screen, load, conditions.toString(), net, false, probed)));
            }
        }
    }

    /** The same for a relay, which has no packets: a loss becomes a delay. */
    private static Relay.Shape shape(Network.Conditions conditions) {
        return new Relay.Shape(
                TimeUnit.MILLISECONDS.toNanos(conditions.delayMs()),
                TimeUnit.MILLISECONDS.toNanos(conditions.jitterMs()),
                conditions.lossPercent() / 100);
    }

    /** Whether it requires permissions that only some machines grant. */
    boolean optional() {
        return screen.equals(NETEM);
    }

    boolean crossesNetwork() {
        return !network.equals(NO_NETWORK);
    }

    TruthScreen truthScreen(TruthScreens truthScreens) throws Exception {
        return maker.make(truthScreens);
    }

    @Override
    public String toString() {
        return screen + " " + load + (crossesNetwork() ? " " + network : "") + (probes ? " with probes" : "");
    }
}
