package io.deskmeter.workloads.make;

import java.util.List;
import java.util.Random;

/** Text of a report that nobody asked for: sentences about a harbour's year, in an order that the seed decides. */
final class Prose {
    private static final List<String> SENTENCES = List.of(
            "The harbour handled more small boats this year than in any year since the old pier was closed.",
            "Most of them stayed for a single night and left with the morning tide.",
            "Three cranes were repaired in spring, and one was painted because nobody could remember its colour.",
            "Fish was landed on two hundred and eleven days, which is nine fewer than the year before.",
            "The ferry kept its timetable except during the four storms of November.",
            "A new lamp was fitted to the eastern mole and can be seen from eleven miles away.",
            "Visitors asked most often for water, for bread, and for the time of the last bus.",
            "The dredger worked for six weeks and moved about forty thousand cubic metres of silt.",
            "Income from berths rose by a tenth, while the cost of electricity rose by a quarter.",
            "We propose to measure the consumption of every berth instead of guessing it.",
            "The sailing school taught ninety children and lost only one oar.",
            "Insurance paid for the damage to the slipway after long and friendly letters.",
            "Storage for the winter was full by the end of September, as it is every year.",
            "Two seals have moved to the outer basin and are not expected to pay.",
            "The survey of the quay walls found them sound, apart from a stretch of thirty metres in the north.",
            "That stretch has been fenced off, and a plan for its repair is attached to this report.",
            "Traffic at the gate was counted by hand in July and by a sensor from August on.",
            "Both counts agree to within three cars in a hundred.",
            "The office answered four thousand letters, half of them on the day on which they came.",
            "The market on Saturdays has outgrown its place and should move closer to the station.",
            "Noise at night was measured after complaints and stayed below the limit on all but two nights.",
            "Fuel was sold to the fishing fleet at cost, as the council had decided.",
            "A chart of the new depths is available to every skipper without charge.",
            "The harbour master thanks all who rose early, and some who stayed up late.");

    private final Random random;

    Prose(long seed) {
        this.random = new Random(seed);
    }

    String paragraph(int sentences) {
        StringBuilder text = new StringBuilder();
        int last = -1;
        for (int i = 0; i < sentences; i++) {
            int next = random.nextInt(SENTENCES.size());
            if (next == last) {
                next = (next + 1) % SENTENCES.size();
            }
            text.append(text.isEmpty() ? "" : " ").append(SENTENCES.get(next));
            last = next;
        }
        return text.toString();
    }
}
