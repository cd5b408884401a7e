package io.deskmeter.bench.density;

import java.nio.file.Path;
import java.time.Duration;

/**
 * The settings of the measurement.
 *
 * @param width of a desktop in pixels
 * @param height of a desktop in pixels
 * @param updatesPerSecond of each desktop
 * @param warmUp from the moment when all sessions evaluate frames to the window
 * @param window of the measurement
 * @param agentJvm file with the virtual machine's arguments with which the launcher starts the agent
 */
record DensityPlan(int width, int height, double updatesPerSecond, Duration warmUp, Duration window, Path agentJvm) {}
