"""Web servers and stores of objects as other projects make them. All of them listen on 127.0.0.1 only."""

import os
import pwd
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import boto3
from botocore.config import Config

from daemons import Daemons, free_ports

REGION = "us-east-1"
# The rights to read and write all buckets, in the language of IAM.
ALL_OF_S3 = '{"Version": "2012-10-17", "Statement": [{"Effect": "Allow", "Action": "s3:*", "Resource": "*"}]}'


def user() -> str:
    return pwd.getpwuid(os.getuid()).pw_name


# nginx: files of a folder.

NGINX = """
user {user};
daemon off;
worker_processes 1;
pid {folder}/nginx.pid;
error_log {folder}/error.log;
events {{ worker_connections 256; }}
http {{
  log_format requests '$request_method $request_uri $status $server_port';
  access_log {folder}/access.log requests;
  client_body_temp_path {folder}/bodies;
  proxy_temp_path {folder}/proxied;
  fastcgi_temp_path {folder}/fastcgi;
  uwsgi_temp_path {folder}/uwsgi;
  scgi_temp_path {folder}/scgi;
  types {{ image/jpeg jpg; image/png png; image/webp webp; }}
  server {{
    listen 127.0.0.1:{http};
    listen 127.0.0.1:{https} ssl;
    ssl_certificate {folder}/server.pem;
    ssl_certificate_key {folder}/server.key;
    location / {{ root {root}; }}
    location /closed/ {{
      if ($arg_token != "{token}") {{ return 403; }}
      alias {root}/;
    }}
  }}
}}
"""


@dataclass
class Nginx:
    """A running nginx, which gives the files of a folder with ranges, over HTTP and HTTPS."""

    http: str
    https: str
    # The certificate of the authority that signed the server's certificate, and one that signed nothing.
    ca: Path
    other_ca: Path
    # What the parameter `token` must be for a URL below `closed/`.
    token: str
    daemons: Daemons

    def stop(self) -> None:
        self.daemons.stop("nginx")

    def requests(self) -> list[str]:
        """Method, target, status and port of each request so far."""
        return (self.daemons.folder / "access.log").read_text().splitlines()


def _openssl(folder: Path, *options: str) -> None:
    subprocess.run(["openssl", *options], cwd=folder, check=True, capture_output=True, timeout=60)


def _make_certificates(folder: Path) -> None:
    """Makes two authorities, and a key and a certificate of 127.0.0.1 that the first one signs."""
    new = ["req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
    for name in ["ca", "other"]:
        _openssl(folder, *new, "-x509", "-days", "2", "-subj", f"/CN={name} of a test",
                 "-keyout", f"{name}.key", "-out", f"{name}.pem")
    _openssl(folder, *new, "-subj", "/CN=server of a test", "-keyout", "server.key", "-out", "server.csr")
    (folder / "names").write_text("subjectAltName=IP:127.0.0.1,DNS:localhost\n")
    _openssl(folder, "x509", "-req", "-days", "2", "-in", "server.csr", "-CA", "ca.pem", "-CAkey", "ca.key",
             "-set_serial", "1", "-extfile", "names", "-out", "server.pem")


@contextmanager
def nginx(folder: Path, root: Path) -> Iterator[Nginx]:
    """nginx over the files below `root`. What it writes lies in `folder`, which is made."""
    http, https = free_ports(2)
    token = os.urandom(12).hex()
    with Daemons(folder) as daemons:
        _make_certificates(folder)
        (folder / "nginx.conf").write_text(NGINX.format(
            folder=folder, root=root, user=user(), http=http, https=https, token=token))
        daemons.start(
            "nginx", shutil.which("nginx", path="/usr/sbin:/usr/bin"), "-p", folder, "-c", folder / "nginx.conf",
            "-e", folder / "error.log", ports=[http, https])
        daemons.ready()
        yield Nginx(
            f"http://127.0.0.1:{http}", f"https://127.0.0.1:{https}", folder / "ca.pem", folder / "other.pem",
            token, daemons)


# Stores of objects.

@dataclass
class Store:
    """A store that speaks S3, and the keys of a user who may do all."""

    endpoint: str
    key: str
    secret: str
    daemons: Daemons
    # The process that takes the requests.
    front: str

    def client(self, **keys):
        """A client of boto3. Arguments replace the keys or the region: `aws_secret_access_key="wrong"`."""
        mine = {"aws_access_key_id": self.key, "aws_secret_access_key": self.secret, "region_name": REGION}
        return boto3.client(
            "s3", endpoint_url=self.endpoint, config=Config(s3={"addressing_style": "path"}), **{**mine, **keys})

    def fill(self, bucket: str, folder: Path) -> None:
        """Makes a bucket, and puts the files of a folder into it under their relative paths."""
        client = self.client()
        client.create_bucket(Bucket=bucket)
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                client.put_object(Bucket=bucket, Key=str(path.relative_to(folder)), Body=path.read_bytes())

    def environment(self, **changes: str) -> dict[str, str]:
        """The variables by which programs find the store and the user."""
        return {
            "AWS_ACCESS_KEY_ID": self.key, "AWS_SECRET_ACCESS_KEY": self.secret, "AWS_REGION": REGION,
            "AWS_ENDPOINT_URL": self.endpoint, "AWS_EC2_METADATA_DISABLED": "true", **changes}

    def stop(self) -> None:
        self.daemons.stop(self.front)


@contextmanager
def moto(folder: Path, is_open: bool = False) -> Iterator[Store]:
    """moto's server, which checks signatures and rights. What it writes lies in `folder`, which is made.

    The first three requests make a user with keys. Nobody may do anything without such keys from then on, unless the
    server is open.
    """
    with Daemons(folder) as daemons:
        # At port 0 the server takes a free one, and says which.
        daemons.start(
            "moto", sys.executable, "-B", "-c", "import moto.server; moto.server.main()", "-H", "127.0.0.1", "-p", 0,
            environment={"INITIAL_NO_AUTH_ACTION_COUNT": "1000000000" if is_open else "3"})
        address = re.compile(r"Running on (http://127\.0\.0\.1:\d+)")
        daemons.until(lambda: address.search(daemons.log("moto").read_text()))
        endpoint = address.search(daemons.log("moto").read_text())[1]
        iam = boto3.client(
            "iam", endpoint_url=endpoint, region_name=REGION, aws_access_key_id="none", aws_secret_access_key="none")
        iam.create_user(UserName="tester")
        iam.put_user_policy(UserName="tester", PolicyName="all", PolicyDocument=ALL_OF_S3)
        keys = iam.create_access_key(UserName="tester")["AccessKey"]
        yield Store(endpoint, keys["AccessKeyId"], keys["SecretAccessKey"], daemons, "moto")


# OpenStack Swift: one server of each kind, and one copy of each object.

# The most objects in a page of a listing. It is low, so that a few objects take several pages.
SWIFT_PAGE = 5

SWIFT = """
[swift-hash]
swift_hash_path_prefix = test
swift_hash_path_suffix = test
[storage-policy:0]
name = only
default = yes
"""
SWIFT_SERVER = """
[DEFAULT]
bind_ip = 127.0.0.1
bind_port = {port}
user = {user}
swift_dir = {folder}
devices = {folder}/devices
mount_check = false
disable_fallocate = true
workers = 0
log_address = {folder}/no-syslog
[pipeline:main]
pipeline = {pipeline}
"""
SWIFT_NODE = """
[app:{kind}-server]
use = egg:swift#{kind}
"""
SWIFT_PROXY = """
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
error_suppression_limit = 1000000
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:gatekeeper]
use = egg:swift#gatekeeper
[filter:proxy-logging]
use = egg:swift#proxy_logging
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:{memcached}
[filter:listing_formats]
use = egg:swift#listing_formats
[filter:bulk]
use = egg:swift#bulk
[filter:s3api]
use = egg:swift#s3api
location = {region}
max_bucket_listing = {page}
[filter:tempauth]
use = egg:swift#tempauth
user_test_tester = {secret} .admin
[filter:slo]
use = egg:swift#slo
"""
# Makes a ring with one disk for each server. `swift-ring-builder` does the same by nine processes.
SWIFT_RINGS = """
import sys
from swift.common.ring import RingBuilder
for kind, port in zip(sys.argv[1::2], sys.argv[2::2]):
  builder = RingBuilder(part_power=4, replicas=1, min_part_hours=0)
  builder.add_dev(dict(region=1, zone=1, ip="127.0.0.1", port=int(port), device="disk", weight=1))
  builder.rebalance()
  builder.get_ring().save(kind + ".ring.gz")
"""
SWIFT_PIPELINE = ("catch_errors gatekeeper proxy-logging cache listing_formats bulk s3api tempauth slo "
                  "proxy-logging proxy-server")


def keeps_attributes(folder: Path) -> bool:
    """Whether files below a folder can have extended attributes, in which Swift keeps facts about objects."""
    probe = folder / "probe"
    probe.touch()
    try:
        os.setxattr(probe, "user.test", b"1")
    except OSError:
        return False
    finally:
        probe.unlink()
    return True


@contextmanager
def swift_store(folder: Path) -> Iterator[Store]:
    """OpenStack Swift with the middlewares `s3api` and `tempauth`. All its files lie in `folder`, which is made."""
    nodes = ["account", "container", "object"]
    memcached, proxy, *ports = free_ports(2 + len(nodes))
    secret = os.urandom(20).hex()
    with Daemons(folder) as daemons:
        (folder / "devices" / "disk").mkdir(parents=True)
        (folder / "swift.conf").write_text(SWIFT)

        def configure(kind: str, port: int, pipeline: str, rest: str) -> Path:
            path = folder / f"{kind}-server.conf"
            path.write_text(SWIFT_SERVER.format(port=port, user=user(), folder=folder, pipeline=pipeline) + rest)
            return path

        rings = [word for pair in zip(nodes, map(str, ports)) for word in pair]
        subprocess.run(["/usr/bin/python3", "-c", SWIFT_RINGS, *rings], cwd=folder, check=True, timeout=60)
        for kind, port in zip(nodes, ports):
            path = configure(kind, port, f"{kind}-server", SWIFT_NODE.format(kind=kind))
            daemons.start(kind, f"/usr/bin/swift-{kind}-server", path, "-v", ports=[port])
        daemons.start(
            "memcached", "/usr/bin/memcached", "-l", "127.0.0.1", "-p", memcached, "-U", 0, "-u", user(),
            ports=[memcached])
        path = configure("proxy", proxy, SWIFT_PIPELINE, SWIFT_PROXY.format(
            memcached=memcached, region=REGION, page=SWIFT_PAGE, secret=secret))
        daemons.start("proxy", "/usr/bin/swift-proxy-server", path, "-v", ports=[proxy])
        daemons.ready()
        yield Store(f"http://127.0.0.1:{proxy}", "test:tester", secret, daemons, "proxy")
