/** The parts of the S3 protocol that files and destinations share: addresses and signatures, time limits, and the codes of refusals. */
import { AwsV4Signer } from "aws4fetch";
import { cutEnd } from "../domain/text.ts";

/** A bucket and the access key for it. */
export interface S3Account {
  /** Such as `https://s3.eu-central-1.amazonaws.com`. The bucket follows in the path. */
  endpoint: string;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
}

export interface S3Request {
  method: "GET" | "HEAD" | "POST" | "PUT" | "DELETE";
  /** Consists of ASCII letters, digits, `-`, `_`, `.` and `/`. */
  key: string;
  query?: Record<string, string>;
  /** Names in lower case. */
  headers?: Record<string, string>;
  /** SHA-256 of the body; absent without one. */
  sha256?: Buffer;
}

/** SHA-256 of no bytes. */
const EMPTY = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

/** Each try is signed again, because the store compares the time in the signature with its own clock. */
export function createS3Signer({ endpoint, region, bucket, accessKeyId, secretAccessKey }: S3Account) {
  const signingKeys = new Map<string, ArrayBuffer>();
  return async ({ method, key, query = {}, headers = {}, sha256 }: S3Request) => {
    const url = new URL(`${cutEnd(endpoint, /\//)}/${bucket}/${key}`);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    const signed = await new AwsV4Signer({
      method,
      url: url.href,
      headers: { ...headers, "x-amz-content-sha256": sha256?.toString("hex") ?? EMPTY },
      service: "s3",
      region,
      accessKeyId,
      secretAccessKey,
      cache: signingKeys,
    }).sign();
    return { url: signed.url, method, headers: Object.fromEntries(signed.headers) };
  };
}

/** The additional milliseconds that a slow connection needs for a body of this size. */
export const sendingMs = (bytes: number): number => bytes / SLOWEST_BYTES_PER_MS;
/** A slower connection is taken for one that stands still. */
export const SLOWEST_BYTES_PER_MS = 50;

/** The code in the XML of a refusal, such as AccessDenied or NoSuchBucket; empty when there is none, as after a HEAD. */
export const refusalCode = (xml: string): string => /<Code>(\w{1,60})<\/Code>/.exec(xml)?.[1] ?? "";
