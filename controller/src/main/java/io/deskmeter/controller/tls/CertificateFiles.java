package io.deskmeter.controller.tls;

import java.nio.file.Path;

/**
 * Where a company's certificate for this controller is.
 *
 * @param certificate PEM: that of the controller first, then those of its authorities in order
 * @param key PEM: PKCS #8 without a password, which others cannot read
 */
public record CertificateFiles(Path certificate, Path key) {}
