/**
 * The data folder of a controller: {@link io.deskmeter.controller.store.folder.DataDirectory} says where what is in it,
 * {@link io.deskmeter.controller.store.folder.DerivedFiles} keeps files that can be computed again, and
 * {@link io.deskmeter.controller.store.folder.FailStopFiles} lets no write of the database follow one that has failed.
 */
@NullMarked
package io.deskmeter.controller.store.folder;

import org.jspecify.annotations.NullMarked;
