package io.deskmeter.bench.pairs;

/** What the matcher says about a landmark. */
enum Answer {
    THERE,
    OPEN,
    ABSENT
}
