package io.deskmeter.controller.samples;

import java.util.List;

/**
 * A page of samples.
 *
 * @param total how many satisfy the filter
 * @param offset of the first
 * @param samples of this page
 */
public record SamplePage(int total, int offset, List<SampleView> samples) {
    public SamplePage {
        samples = List.copyOf(samples);
    }
}
