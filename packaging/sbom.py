"""The list of a package's parts (SBOM), in the format SPDX 2.3."""

import hashlib
import json
import os
from datetime import datetime, timezone

from components import reference


def document(name, version, binary, linked, loaded=()):
    """The bytes of an SPDX document.

    name: of the document.
    binary: the path of the program.
    linked, loaded: the libraries in the program, and those beside it.
    """
    sha256 = hashlib.sha256(binary.read_bytes()).hexdigest()
    created = datetime.fromtimestamp(int(os.environ["SOURCE_DATE_EPOCH"]), timezone.utc)
    packages = [{
        "SPDXID": "SPDXRef-upright",
        "name": "upright",
        "versionInfo": version,
        "downloadLocation": "NOASSERTION",
        "filesAnalyzed": False,
        "primaryPackagePurpose": "APPLICATION",
        "checksums": [{"algorithm": "SHA256", "checksumValue": sha256}],
        "licenseConcluded": "NOASSERTION",
        "licenseDeclared": "Apache-2.0",
        "copyrightText": "NOASSERTION",
    }]
    relationships = [relationship("SPDXRef-DOCUMENT", "DESCRIBES", "SPDXRef-upright")]
    texts = {}
    for kind, libraries in (("STATIC_LINK", linked), ("DYNAMIC_LINK", loaded)):
        for each in libraries:
            identifier = f"SPDXRef-{kind.split('_')[0].lower()}-" + reference(each.name).removeprefix("LicenseRef-")
            packages.append({
                "SPDXID": identifier,
                "name": each.name,
                "versionInfo": each.version,
                "downloadLocation": "NOASSERTION",
                "filesAnalyzed": False,
                "primaryPackagePurpose": "LIBRARY",
                "licenseConcluded": "NOASSERTION",
                "licenseDeclared": each.licence,
                "copyrightText": "NOASSERTION",
                "externalRefs": [{
                    "referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl", "referenceLocator": each.url,
                }],
            })
            relationships.append(relationship("SPDXRef-upright", kind, identifier))
            if each.licence == reference(each.name):
                texts[each.licence] = each.text
    return json.dumps({
        "spdxVersion": "SPDX-2.3",
        "dataLicense": "CC0-1.0",
        "SPDXID": "SPDXRef-DOCUMENT",
        "name": name,
        "documentNamespace": f"https://spdx.org/spdxdocs/{name}-{sha256}",
        "creationInfo": {
            "created": created.strftime("%Y-%m-%dT%H:%M:%SZ"),
            "creators": ["Tool: upright-make-packages"],
        },
        "packages": packages,
        "relationships": relationships,
        "hasExtractedLicensingInfos": [
            {"licenseId": name, "extractedText": text} for name, text in sorted(texts.items())],
    }, indent=1).encode()


def relationship(element, kind, related):
    return {"spdxElementId": element, "relationshipType": kind, "relatedSpdxElement": related}
