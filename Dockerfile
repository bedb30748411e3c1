# A small image that runs as nobody in particular: `docker build -t coscribe . && docker run -p 8000:8000 -v coscribe:/data coscribe`
FROM python:3.12-slim

ENV PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 PIP_NO_CACHE_DIR=1 PIP_DISABLE_PIP_VERSION_CHECK=1

RUN useradd --create-home --uid 10001 coscribe && mkdir /data && chown coscribe /data
WORKDIR /app
COPY pyproject.toml constraints.txt README.md LICENSE app.py ./
COPY backend backend
COPY migrations migrations
RUN pip install --quiet --constraint constraints.txt --editable '.[postgres,redis,tasks,web,library,export,s3]' && python -m compileall -q backend migrations

USER coscribe
ENV COSCRIBE_HOST=0.0.0.0 COSCRIBE_DATA_DIR=/data COSCRIBE_REGISTRATION=closed
VOLUME /data
EXPOSE 8000
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s \
    CMD ["python", "-c", "import urllib.request as u; u.urlopen('http://127.0.0.1:8000/readyz', timeout=4)"]
CMD ["coscribe", "serve"]
