// Upload a file and report the progress. XMLHttpRequest is used, because fetch reports no progress.
import { accessToken, get, Problem, Unreachable } from "./api.js";

/** Upload a file, and return the answer's JSON. `onProgress` is called with the percentage, a whole number. */
export async function upload(path, file, onProgress) {
  await get("/api/auth/me"); // an expired token is renewed here, not after 50 MB
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const form = new FormData();
    form.append("file", file);
    request.open("POST", path);
    request.setRequestHeader("Authorization", `Bearer ${accessToken()}`);
    request.responseType = "json";
    request.upload.onprogress = ({ loaded, total }) => onProgress(Math.round((100 * loaded) / total));
    request.onerror = () => reject(new Unreachable());
    request.onload = () => {
      if (request.status < 300) resolve(request.response);
      else reject(new Problem(request.status, request.response ?? {}));
    };
    request.send(form);
  });
}
