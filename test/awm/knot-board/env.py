import os

from fastapi import FastAPI
from pydantic import BaseModel
from sqlalchemy import Column, Integer, String, create_engine
from sqlalchemy.orm import declarative_base, sessionmaker

engine = create_engine(os.environ.get("DATABASE_PATH", "sqlite:///knot_board.db"))
SessionLocal = sessionmaker(bind=engine)
Base = declarative_base()

# Quirk: a syntax of Python 3.12.
type Strands = list[str]


class Knot(Base):
    __tablename__ = "knots"
    id = Column(Integer, primary_key=True)
    name = Column(String)
    is_tied = Column(Integer)


Base.metadata.create_all(engine)
app = FastAPI(title="Knot Board API")


class KnotOut(BaseModel):
    id: int
    name: str
    is_tied: int


@app.post("/knots/{knot_id}/tie", response_model=KnotOut, summary="Tie a knot", description="Marks a knot as tied.", tags=["knots"], operation_id="tie_knot")
async def tie_knot(knot_id: int):
    session = SessionLocal()
    knot = session.query(Knot).filter(Knot.id == knot_id).first()
    knot.is_tied = 1
    session.commit()
    result = KnotOut(id=knot.id, name=knot.name, is_tied=knot.is_tied)
    session.close()
    return result


if __name__ == "__main__":
    import uvicorn

    uvicorn.run(app, host=os.environ.get("HOST", "127.0.0.1"), port=int(os.environ.get("PORT", "8000")))
