/**
 * How the keys of documents are declared, each once. A {@link io.deskmeter.workload.yaml.grammar.Key} has a name, a
 * {@link io.deskmeter.workload.yaml.grammar.Type}, what holds where it is not there, and a sentence for people; a
 * {@link io.deskmeter.workload.yaml.grammar.MapType} is the keys of one map in their canonical order, and the
 * {@linkplain io.deskmeter.workload.yaml.grammar.KeyRule rules} among them. From these follow the reader, the canonical
 * form, the JSON Schema that editors and the web page use, and the tables of the reference.
 */
@NullMarked
package io.deskmeter.workload.yaml.grammar;

import org.jspecify.annotations.NullMarked;
