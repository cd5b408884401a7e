/**
 * Recorded frames of a screen, without a copy of each. The screen is cut into tiles, and equal tiles of any number of
 * frames and sessions are stored once, in the run's {@link io.deskmeter.agent.evidence.tile.TileStore}. A
 * {@link io.deskmeter.agent.evidence.tile.TileTape} records one screen: between operations a frame costs a few bits
 * that mark outdated tiles; during an operation, a copy of the changed tiles. Earlier frames are stored as differences
 * from the following one, and {@link io.deskmeter.agent.evidence.tile.FrameHistory} draws them again.
 */
@NullMarked
package io.deskmeter.agent.evidence.tile;

import org.jspecify.annotations.NullMarked;
